//! Writes the table of shipped games, so that the binary carries them and a new file in `games/`
//! needs no registration.

use std::{env, fs, io, path::Path, path::PathBuf};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=games");
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let mut files = Vec::new();
    collect(&root.join("games"), &mut files)?;
    files.sort();
    let mut table = String::from("[\n");
    for file in &files {
        let name =
            file.strip_prefix(&root).map_err(io::Error::other)?.display().to_string().replace('\\', "/");
        table += &format!("    ({name:?}, include_str!({:?})),\n", file.display().to_string());
    }
    table += "]\n";
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    fs::write(out.join("shipped.rs"), table)
}

/// Rule files and the tables beside them.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "mancala" || extension == "perft") {
            files.push(path);
        }
    }
    Ok(())
}
