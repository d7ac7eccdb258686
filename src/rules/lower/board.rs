//! The board: rows or named holes, owners, path, facing, seeds at the start.

use super::layers::Stack;
use super::{Lowered, Lowering};
use crate::board::{Hole, HoleSet, MAX_HOLES, Seat};
use crate::rules::library::Game;
use crate::rules::{Arrangement, Layout, Naming, PathRule, Region, Row, Segment, Stated};
use crate::syntax::{Kind, Node};
use std::sync::Arc;

impl Lowering {
    pub(super) fn board(&mut self, game: &Game, stack: &Stack) -> Option<Layout> {
        let Some(board) = stack.last(Kind::board) else {
            self.diagnostics.push(
                game.fault("no-board", "the game has no `board`")
                    .help("say for example `board 2 rows of 6 holes`"),
            );
            return None;
        };
        self.source = Arc::clone(&board.source);
        let body = board.body();
        let lowered = match (body.child(Kind::board_rows), body.child(Kind::board_holes)) {
            (Some(rows), _) => self.board_of_rows(rows),
            (None, Some(holes)) => self.board_of_holes(holes),
            (None, None) => Err(self.unknown(body)),
        };
        let mut layout = self.keep(lowered)?;
        layout.rows.clause = self.clause(board.node);
        // Regions of the clauses below are looked up on the board as it is so far.
        self.layout = Some(layout);
        self.owners(stack)?;
        self.name_holes();
        self.facing(stack)?;
        self.layout.clone()
    }

    fn board_of_rows(&mut self, node: &Node) -> Lowered<Layout> {
        let amounts: Vec<&Node> = node.all(Kind::amount).collect();
        let [rows, columns] = amounts.as_slice() else { return Err(self.unknown(node)) };
        let in_range = |this: &Self, node: &Node, most: u32, what: &str| {
            let number = this.amount(node);
            match number {
                Ok(number) if (1..=most).contains(&number) => Ok(number),
                Err(fault) if fault.code == "option" => Err(fault),
                Ok(_) | Err(_) => {
                    let text = node.text(&this.source).trim();
                    Err(this.error("range", format!("a board has 1 to {most} {what}, not {text}"), node))
                }
            }
        };
        let (rows_number, columns_number) =
            (in_range(self, rows, 8, "rows")?, in_range(self, columns, 64, "holes in a row")?);
        if (rows_number * columns_number) as usize > MAX_HOLES {
            let message = format!("a board of {} holes is too large", rows_number * columns_number);
            return Err(self
                .error("range", message, node)
                .help(format!("at most {MAX_HOLES} holes are possible")));
        }
        let mut holes = Vec::new();
        for row in 0..rows_number {
            for column in 0..columns_number {
                holes.push(Naming { seat: None, name: String::new(), row, column });
            }
        }
        Ok(Layout {
            rows: Stated { value: rows_number, clause: crate::board::ClauseId(0) },
            columns: columns_number,
            stores: node.has(Kind::with_stores),
            holes,
            owners: [HoleSet::EMPTY; 2],
            sides: [HoleSet::EMPTY; 2],
            facing: Vec::new(),
            owned_by_last_sower: None,
        })
    }

    /// `each player has holes a b c; common holes x y`: South's below, North's above, common between.
    fn board_of_holes(&mut self, node: &Node) -> Lowered<Layout> {
        let named = |kind: Kind| -> Vec<&Node> {
            let lines = node.all(Kind::board_line).filter_map(move |line| line.child(kind));
            lines.flat_map(|line| line.all(Kind::hole_name)).collect()
        };
        let text = |name: &&Node| name.text(&self.source).to_string();
        let (own, common) = (named(Kind::board_own), named(Kind::board_common));
        if own.is_empty() {
            return Err(self
                .error("board", "the players have no holes", super::first_node(node))
                .help("say `each player has holes a b c`"));
        }
        let mut all: Vec<&Node> = own.iter().chain(&common).copied().collect();
        all.sort_by_key(|name| (text(name), name.span));
        if let Some(pair) = all.windows(2).find(|pair| text(&pair[0]) == text(&pair[1])) {
            return Err(self
                .error("board", format!("hole `{}` is named twice", text(&pair[1])), pair[1])
                .label(pair[0].span, "first named here")
                .help("every hole has a name of its own; both players have holes of the same names"));
        }
        let (own, common): (Vec<String>, Vec<String>) =
            (own.iter().map(text).collect(), common.iter().map(text).collect());
        if own.len() * 2 + common.len() > MAX_HOLES {
            return Err(self.error("range", format!("at most {MAX_HOLES} holes are possible"), node));
        }
        let middle = u32::from(!common.is_empty());
        let mut holes = Vec::new();
        for (seat, row) in [(Seat::South, 0), (Seat::North, 1 + middle)] {
            for (index, name) in own.iter().enumerate() {
                let column = if seat == Seat::South { index } else { own.len() - 1 - index };
                holes.push(Naming { seat: Some(seat), name: name.clone(), row, column: column as u32 });
            }
        }
        for (index, name) in common.iter().enumerate() {
            holes.push(Naming { seat: None, name: name.clone(), row: 1, column: index as u32 });
        }
        let side = |seat: usize| (0..own.len()).map(|index| Hole((seat * own.len() + index) as u8)).collect();
        let sides = [side(0), side(1)];
        Ok(Layout {
            rows: Stated { value: 0, clause: crate::board::ClauseId(0) },
            columns: 0,
            stores: false,
            holes,
            owners: sides,
            sides,
            facing: Vec::new(),
            owned_by_last_sower: None,
        })
    }

    /// Who owns what at the start: own rows, or what the file says.
    fn owners(&mut self, stack: &Stack) -> Option<()> {
        let layout = self.layout.as_ref()?;
        if layout.columns == 0 {
            return Some(());
        }
        let rows = layout.picture_rows();
        let mut owners = Seat::BOTH.map(|seat| layout.row(Row::Own, seat).into_iter().collect::<HoleSet>());
        match stack.last(Kind::owns) {
            Some(owns) => {
                self.source = Arc::clone(&owns.source);
                let regions: Lowered<Vec<Region>> =
                    owns.body().all(Kind::region).map(|region| self.region(region)).collect();
                let regions = self.keep(regions)?;
                let layout = self.layout.as_ref()?;
                owners = Seat::BOTH.map(|seat| {
                    regions.iter().flat_map(|region| layout.region(region, seat, &[])).collect::<HoleSet>()
                });
                self.clause(owns.node);
                if !owners[0].intersection(owners[1]).is_empty() {
                    let fault = self.error("owners", "some holes would belong to both players", owns.body());
                    self.diagnostics.push(fault.help(
                        "name holes from one seat only: the other player owns those that lie so for him",
                    ));
                    return None;
                }
            }
            None if rows % 2 == 1 => {
                let board = stack.last(Kind::board)?;
                self.source = Arc::clone(&board.source);
                let fault = self.error(
                    "owners",
                    "with an odd number of rows the file must say who owns what",
                    board.body(),
                );
                self.diagnostics.push(
                    fault.help("for example `each player owns own row and the right half of the middle row`"),
                );
                return None;
            }
            None => {}
        }
        let layout = self.layout.as_mut()?;
        layout.owners = owners;
        layout.sides = owners;
        Some(())
    }

    /// Numbers and names holes: South's from the centre outwards and from his left, North's in the
    /// same way, then common ones.
    fn name_holes(&mut self) {
        let Some(layout) = &mut self.layout else { return };
        if layout.columns == 0 {
            return;
        }
        let rows = layout.picture_rows();
        let of = |hole: Hole| Seat::BOTH.into_iter().find(|seat| layout.sides[seat.index()].contains(hole));
        let seats: Vec<Option<Seat>> = layout.all_holes().map(of).collect();
        let several = Seat::BOTH.into_iter().any(|seat| {
            let mut own = layout
                .holes
                .iter()
                .zip(&seats)
                .filter(|(_, of)| **of == Some(seat))
                .map(|(naming, _)| naming.row);
            let first = own.next();
            own.any(|row| Some(row) != first)
        });
        let mut named: Vec<(usize, u32, u32, Naming)> = Vec::new();
        for (naming, seat) in layout.holes.iter().zip(&seats) {
            // As the owner sees it.
            let (row, column) = match seat {
                Some(Seat::North) => (rows - 1 - naming.row, layout.columns - 1 - naming.column),
                Some(Seat::South) | None => (naming.row, naming.column),
            };
            let outwards = (rows - 1) / 2 - row.min((rows - 1) / 2);
            // On three rows the half of the middle row is the inner one.
            let inner = if rows % 2 == 1 { rows / 2 - row.min(rows / 2) } else { outwards };
            let letter = hole_letter(column);
            let name = if several && seat.is_some() { format!("{letter}{}", inner + 1) } else { letter };
            let order = seat.map_or(2, Seat::index);
            named.push((order, inner, column, Naming { seat: *seat, name, ..naming.clone() }));
        }
        named.sort_by_key(|(order, inner, column, _)| (*order, *inner, *column));
        let places: Vec<Naming> = named.into_iter().map(|(_, _, _, naming)| naming).collect();
        let set = |seat: Seat| {
            places
                .iter()
                .enumerate()
                .filter(|(_, naming)| naming.seat == Some(seat))
                .map(|(index, _)| Hole(index as u8))
                .collect::<HoleSet>()
        };
        let sides = [set(Seat::South), set(Seat::North)];
        layout.holes = places;
        layout.sides = sides;
        layout.owners = sides;
    }

    /// Same column, nearest first, or what the file says.
    fn facing(&mut self, stack: &Stack) -> Option<()> {
        let stated = match stack.last(Kind::facing) {
            None => None,
            Some(facing) => {
                self.source = Arc::clone(&facing.source);
                let regions: Lowered<Vec<Region>> =
                    facing.body().all(Kind::region).map(|region| self.region(region)).collect();
                let regions = self.keep(regions)?;
                self.clause(facing.node);
                Some(regions)
            }
        };
        let layout = self.layout.as_mut()?;
        let mut table: Vec<Vec<Hole>> = vec![Vec::new(); layout.hole_count()];
        if let Some([own, other]) = stated.as_deref() {
            for seat in Seat::BOTH {
                let (own, other) = (layout.region(own, seat, &[]), layout.region(other, seat, &[]));
                for (hole, faced) in own.into_iter().zip(other) {
                    if !table[hole.index()].contains(&faced) {
                        table[hole.index()].push(faced);
                    }
                }
            }
        } else {
            for hole in layout.all_holes() {
                let (Some(naming), Some(owner)) = (layout.naming(hole), layout.row_owner(hole)) else {
                    continue;
                };
                let other = layout.sides[owner.opponent().index()];
                let mut faced: Vec<(u32, Hole)> = other
                    .iter()
                    .filter_map(|hole| Some((layout.naming(hole)?, hole)))
                    .filter(|(other, _)| other.column == naming.column && layout.columns > 0)
                    .map(|(other, hole)| (other.row.abs_diff(naming.row), hole))
                    .collect();
                faced.sort_unstable();
                table[hole.index()] = faced.into_iter().map(|(_, hole)| hole).collect();
            }
        }
        layout.facing = table;
        Some(())
    }

    /// The path of the mover, stated or usual for the board.
    pub(super) fn path_rule(&mut self, stack: &Stack, game: &Game) -> Option<Stated<PathRule>> {
        let layout = self.layout.clone()?;
        if let Some(path) = stack.last(Kind::path) {
            self.source = Arc::clone(&path.source);
            let lowered = self.path_of(path.body());
            let value = self.keep(lowered)?;
            // What it leaves out, the path of a frame may reach.
            let frames = stack.all(Kind::frame).any(|frame| frame.body().find(Kind::path).is_some());
            self.check_path(&value, path.body(), frames);
            let clause = self.clause(path.node);
            return Some(Stated { value, clause });
        }
        let own = |row| Segment::LeftToRight(Region::Row(row));
        let back = |row| Segment::RightToLeft(Region::Row(row));
        let (segments, words) = match (layout.picture_rows(), layout.columns, layout.stores) {
            (2, 1.., false) => (
                vec![own(Row::Own), back(Row::Opponent)],
                "path own row left to right, the opponent's row right to left",
            ),
            (4, 1.., false) => (
                vec![own(Row::OwnOuter), back(Row::OwnInner)],
                "path own outer row left to right, own inner row right to left",
            ),
            _ => {
                self.diagnostics.push(
                    game.fault("no-path", "on this board the file must say how seeds are sown round it")
                        .help(match layout.stores {
                            true => "for example `path own row left to right, own store, the opponent's row right to left`",
                            false => "for example `path own row left to right, the opponent's row right to left`",
                        }),
                );
                return None;
            }
        };
        Some(self.language(words, PathRule { segments, then_off_the_board: false }))
    }

    /// A `path` clause.
    pub(super) fn path_of(&self, node: &Node) -> Lowered<PathRule> {
        let segments = node
            .all(Kind::segment)
            .map(|segment| {
                let Some(first) = segment.children.first() else { return Err(self.unknown(segment)) };
                Ok(match first.kind {
                    Kind::own_store => Segment::OwnStore,
                    Kind::opponent_store => Segment::OpponentStore,
                    _ => {
                        let region = self.region(first)?;
                        if segment.has(Kind::right_to_left) {
                            Segment::RightToLeft(region)
                        } else if segment.has(Kind::left_to_right) {
                            Segment::LeftToRight(region)
                        } else {
                            Segment::AsWritten(region)
                        }
                    }
                })
            })
            .collect::<Lowered<Vec<_>>>()?;
        Ok(PathRule { segments, then_off_the_board: node.has(Kind::off_the_board) })
    }

    /// No stop twice, stores only where there are any, and no own hole left out (unless it may).
    pub(super) fn check_path(&mut self, path: &PathRule, node: &Node, may_miss: bool) {
        let Some(layout) = self.layout.clone() else { return };
        let uses_store =
            path.segments.iter().any(|segment| matches!(segment, Segment::OwnStore | Segment::OpponentStore));
        let mut fault = None;
        if uses_store && !layout.stores {
            fault =
                Some(self.error("store", "this board has no stores", node).help("say `board … with stores`"));
        }
        let stops = layout.path(path, Seat::South);
        let name = |hole: Hole| {
            layout.naming(hole).map_or("a store".to_string(), |naming| format!("hole {}", naming.name))
        };
        for (index, stop) in stops.iter().enumerate() {
            if stops[..index].contains(stop) && layout.row_owner(*stop).is_some() {
                fault = Some(self.error("path", format!("the path comes to {} twice", name(*stop)), node));
            }
        }
        let missed = layout.sides[0].iter().find(|hole| !stops.contains(hole));
        if let (Some(missed), false) = (missed, path.then_off_the_board || may_miss) {
            let message = format!("the path never comes to the mover's own {}", name(missed));
            fault = Some(
                self.error("path", message, node)
                    .help("every hole that a player owns must be a stop of his path"),
            );
        }
        if let (None, true) = (&fault, stops.len() < 2) {
            fault = Some(self.error("path", "a path needs at least two stops", node));
        }
        self.diagnostics.extend(fault);
    }

    /// Seeds at the start: the lines in order, later ones over earlier ones.
    pub(super) fn seeds(&mut self, game: &Game, stack: &Stack) -> Option<Stated<Vec<u32>>> {
        let layout = self.layout.clone()?;
        let mut seeds = vec![0_u32; layout.hole_count()];
        let mut clause = None;
        let mut sound = true;
        for layered in stack.all(Kind::seeds) {
            self.source = Arc::clone(&layered.source);
            let lowered = self.seeds_line(layered.body(), &layout, &mut seeds);
            sound &= self.keep(lowered).is_some();
            let id = self.clause(layered.node);
            clause.get_or_insert(id);
        }
        let arranged = stack.last(Kind::arrange).is_some();
        let Some(clause) = clause else {
            if arranged {
                return Some(self.language("seeds as the players arrange them", seeds));
            }
            self.diagnostics.push(
                game.fault("no-seeds", "the game has no `seeds`")
                    .help("say for example `seeds 4 in each hole`"),
            );
            return None;
        };
        if sound && seeds.iter().all(|count| *count == 0) {
            self.diagnostics.push(game.fault("no-seeds", "there is not a single seed on the board"));
            return None;
        }
        sound.then_some(Stated { value: seeds, clause })
    }

    fn seeds_line(&self, node: &Node, layout: &Layout, seeds: &mut [u32]) -> Lowered<()> {
        if let Some(each) = node.child(Kind::seeds_each) {
            let number = self.child_amount(each)?;
            let regions =
                each.all(Kind::region).map(|region| self.region(region)).collect::<Lowered<Vec<_>>>()?;
            if regions.is_empty() {
                seeds.fill(number);
            }
            for region in &regions {
                for hole in Seat::BOTH.into_iter().flat_map(|seat| layout.region(region, seat, &[])) {
                    seeds[hole.index()] = number;
                }
            }
        } else if let Some(picture) =
            node.child(Kind::seeds_picture).and_then(|picture| picture.child(Kind::picture))
        {
            for (hole, count) in self.picture(picture)?.into_iter().enumerate() {
                seeds[hole] = count.unwrap_or(0);
            }
        } else if let Some(pattern) = node.child(Kind::seeds_pattern) {
            let numbers =
                pattern.all(Kind::amount).map(|amount| self.amount(amount)).collect::<Lowered<Vec<_>>>()?;
            let from = self.child_region(pattern)?;
            let usual = PathRule {
                segments: vec![
                    Segment::LeftToRight(Region::Row(Row::Own)),
                    Segment::RightToLeft(Region::Row(Row::Opponent)),
                ],
                then_off_the_board: false,
            };
            let path = layout.path(&usual, Seat::South);
            let first = layout.region(&from, Seat::South, &path).first().copied();
            let start = first.and_then(|first| path.iter().position(|stop| *stop == first)).unwrap_or(0);
            for (index, count) in (0..path.len()).zip(numbers.iter().cycle()) {
                seeds[path[(start + index) % path.len()].index()] = *count;
            }
        }
        Ok(())
    }

    /// A picture of the board as numbers by hole; `None` is a closed hole.
    pub(super) fn picture(&self, node: &Node) -> Lowered<Vec<Option<u32>>> {
        let Some(layout) = &self.layout else { return Err(self.unknown(node)) };
        let rows: Vec<&Node> = node.all(Kind::picture_row).collect();
        let number = layout.picture_rows();
        if rows.len() as u32 != number {
            let message = format!("this picture has {} rows, the board has {number}", rows.len());
            return Err(self
                .error("picture", message, node)
                .help("draw the board as South sees it, North's rows on top"));
        }
        let mut seeds = vec![None; layout.hole_count()];
        for (index, row) in rows.iter().enumerate() {
            let row_number = number - 1 - index as u32;
            let cells: Vec<&Node> = row.all(Kind::cell).collect();
            let columns: Vec<Hole> = (0..).map_while(|column| layout.hole_at(row_number, column)).collect();
            if cells.len() != columns.len() {
                let message = format!(
                    "this row has {} numbers, the board has {} holes there",
                    cells.len(),
                    columns.len()
                );
                return Err(self.error("picture", message, row));
            }
            for (cell, hole) in cells.iter().zip(columns) {
                seeds[hole.index()] = match cell.child(Kind::number) {
                    Some(number) => Some(self.number(number)?),
                    None => None,
                };
            }
        }
        Ok(seeds)
    }

    /// Arrangements by the players can be said, but are not played so far.
    pub(super) fn arrangement(&mut self, stack: &Stack) -> Vec<Stated<Arrangement>> {
        self.several(stack, Kind::arrange, |this, node| {
            Err(this.not_implemented("an arrangement by the players", node))
        })
    }
}

/// `a` to `z`, then `aa`, `bb` …
fn hole_letter(column: u32) -> String {
    let letter = char::from(b'a' + (column % 26) as u8);
    std::iter::repeat_n(letter, (column / 26) as usize + 1).collect()
}
