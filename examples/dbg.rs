use gabata::{board::*,engine::*,program::Program,rules::*,source::Source};
fn main(){
 let p=std::env::args().nth(1).unwrap(); let text=std::fs::read_to_string(&p).unwrap();
 let mut l=Library::new(); l.add(std::sync::Arc::new(Source::new("x.mancala",&text)));
 let r=l.games()[0].rules(&Selection::default()).unwrap(); let e=Engine::new(Program::lower(&r).unwrap());
 for seed in 0..400u64 { let mut s=seed*7919+1; let mut pos=e.start(); let mut n=0; let mut m=vec![]; let mut hist=vec![];
  loop { e.legal_moves(&pos,&mut m); match pos.due { Due::Nothing=>break, Due::NextRound=>{e.next_round(&mut pos,&mut ());}, _=>{ s=s.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); let pl=m[((s>>33) as usize)%m.len()]; let h0=pos.history.len(); e.play_legal(&mut pos,pl,&mut ()); hist.push((pl,pos.pile,pos.seeds.clone(),h0,pos.history.len(),pos.to_move)); n+=1; } }
   if n>3000 {break} }
  if n>3000 { println!("seed {seed}"); for h in &hist[2990..3000]{println!("{:?}",h);} return; } }
 println!("none");
 let _=Seat::South; }
