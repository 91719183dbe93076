//! Pattern databases: files in a cache folder of their own.

mod common;

use std::fs;
use std::path::PathBuf;

use common::{command, transcript};

/// A cache folder that goes with the test.
struct Cache(PathBuf);

impl Cache {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("taquin-cli-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// What the command says, with the folder called CACHE and without times.
    fn run(&self, args: &[&str]) -> String {
        let output = command(args)
            .env("XDG_CACHE_HOME", &self.0)
            .output()
            .unwrap();
        let text = transcript(&output).replace(self.0.to_str().unwrap(), "CACHE");
        let line = |line: &str| match line.split_once("CACHE/taquin · ") {
            Some((before, _)) => format!("{before}CACHE/taquin · TIME"),
            None => line.to_owned(),
        };
        text.lines().map(line).collect::<Vec<_>>().join("\n")
    }

    fn file(&self, tiles: &str) -> PathBuf {
        self.0
            .join(format!("taquin/3x3-blank9-{tiles}-zero-aware.tqpdb"))
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn tables_are_built_listed_verified_and_removed() {
    let cache = Cache::new("life");
    insta::assert_snapshot!(cache.run(&["pdb", "list"]), @r"
    size  blank  tiles  kind  entries  largest  mean  checksum  state
    ! 0 tables in CACHE/taquin
    ");
    insta::assert_snapshot!(cache.run(&["pdb", "info", "4-4", "--size", "3x3", "--kind", "plain"]), @r"
    size  blank  tiles    kind   entries  largest  mean  checksum  state
    3x3       9  1.2.3.4  plain     3024                           built when used
    3x3       9  5.6.7.8  plain     3024                           built when used
    ! 6048 entries in all, 5.9 KiB · building takes 17.7 KiB
    ");
    insta::assert_snapshot!(cache.run(&["pdb", "build", "4-4", "--size", "3x3"]), @r"
    size  blank  tiles    kind        entries  largest   mean  checksum          state
    3x3       9  1.2.3.4  zero-aware     5520       15  9.461  1094b2cf2dc7b0b6  built
    3x3       9  5.6.7.8  zero-aware     5520       16  9.825  0461a5c4a10de4f9  built
    ! 2 tables of 3.6 KiB in CACHE/taquin · TIME
    ");
    let again = cache.run(&[
        "pdb",
        "build",
        "4-4",
        "--size",
        "3x3",
        "--goal",
        "blank-first",
    ]);
    assert_eq!(again.matches("there already").count(), 2, "{again}");
    let forced = cache.run(&["pdb", "build", "4-4", "--size", "3x3", "--force", "-j", "1"]);
    assert_eq!(forced.matches("  built").count(), 2, "{forced}");
    assert_eq!(cache.run(&["pdb", "verify"]).matches("  good").count(), 2);
    insta::assert_snapshot!(cache.run(&["pdb", "list", "--format", "csv"]), @r"
    size,blank,tiles,kind,entries,largest,mean,checksum,state,file
    3x3,9,1.2.3.4,zero-aware,5520,15,9.461,1094b2cf2dc7b0b6,there,CACHE/taquin/3x3-blank9-1.2.3.4-zero-aware.tqpdb
    3x3,9,5.6.7.8,zero-aware,5520,16,9.825,0461a5c4a10de4f9,there,CACHE/taquin/3x3-blank9-5.6.7.8-zero-aware.tqpdb
    ");
    let removed = cache.run(&["pdb", "remove", "4-4", "--size", "3x3"]);
    assert_eq!(removed.matches("  removed").count(), 2, "{removed}");
    assert_eq!(fs::read_dir(cache.0.join("taquin")).unwrap().count(), 0);
    let removed = cache.run(&["pdb", "remove", "4-4", "--size", "3x3"]);
    assert_eq!(removed.matches("was not there").count(), 2, "{removed}");
}

/// 4-4 is what the solvers take on 3x3, and its first table is also one of the other partition's.
#[test]
fn a_table_that_another_partition_needs_stays() {
    let cache = Cache::new("shared");
    let other = "1.2.3.4+5.6+7.8";
    cache.run(&["pdb", "build", "4-4", "--size", "3x3"]);
    cache.run(&["pdb", "build", other, "--size", "3x3"]);
    let removed = cache.run(&["pdb", "remove", other, "--size", "3x3"]);
    assert_eq!(removed.matches("  removed").count(), 2, "{removed}");
    assert!(removed.contains("kept, 4-4 has it too"), "{removed}");
    assert!(cache.file("1.2.3.4").exists() && cache.file("5.6.7.8").exists());
    assert!(!cache.file("5.6").exists());
    // Nothing needs it once the rest of 4-4 is gone.
    fs::remove_file(cache.file("5.6.7.8")).unwrap();
    let removed = cache.run(&["pdb", "remove", other, "--size", "3x3"]);
    assert_eq!(removed.matches("  removed").count(), 1, "{removed}");
}

#[test]
fn a_damaged_file_is_named_rebuilt_and_never_believed() {
    let cache = Cache::new("damage");
    cache.run(&["pdb", "build", "4-4", "--size", "3x3"]);
    let file = cache.file("1.2.3.4");
    let good = fs::read(&file).unwrap();
    let board = "8 1 3/4 0 2/7 6 5";
    let solve = ["solve", "--algo", "pdb-ida:tables=4-4", board];
    let answer = cache.run(&solve);
    assert!(answer.contains("14 moves, optimal (proven)"), "{answer}");
    // Entries that are far too large would make the answer wrong.
    let mut bad = good.clone();
    bad[4096..].fill(99);
    fs::write(&file, &bad).unwrap();
    assert_eq!(cache.run(&solve), answer);
    let verified = cache.run(&["pdb", "verify"]);
    assert!(verified.contains("its entries are damaged"), "{verified}");
    assert!(
        verified.contains("CACHE/taquin/3x3-blank9-1.2.3.4-zero-aware.tqpdb: "),
        "{verified}"
    );
    assert!(verified.ends_with("exit 5"), "{verified}");
    let rebuilt = cache.run(&["pdb", "build", "4-4", "--size", "3x3"]);
    assert!(
        rebuilt.contains("! replacing CACHE/taquin/3x3-blank9-1.2.3.4-zero-aware.tqpdb: "),
        "{rebuilt}"
    );
    assert!(fs::read(&file).unwrap() == good);
    fs::rename(&file, cache.file("1.2.3.5")).unwrap();
    let verified = cache.run(&["pdb", "verify"]);
    assert!(verified.contains("not of 3x3-blank9-1.2.3.5"), "{verified}");
    fs::write(cache.file("foreign"), "not a table").unwrap();
    let listed = cache.run(&["pdb", "list"]);
    assert!(
        listed.contains("foreign-zero-aware.tqpdb: this is not a pattern database"),
        "{listed}"
    );
}

/// On a machine without a GPU it says why there is none and what to do; on one with a GPU the file
/// is the one that the CPU builds.
#[test]
fn tables_come_from_the_gpu_where_there_is_one() {
    let cache = Cache::new("gpu");
    let build = ["pdb", "build", "4-4", "--size", "3x3"];
    let said = cache.run(&[&build[..], &["--on", "gpu"]].concat());
    let Ok(from_gpu) = fs::read(cache.file("1.2.3.4")) else {
        assert!(
            said.starts_with("! error: 3x3 1.2.3.4: no CUDA device: "),
            "{said}"
        );
        let way_out = "; without --on gpu it is built on the CPU\nexit 2";
        assert!(said.ends_with(way_out), "{said}");
        return;
    };
    cache.run(&[&build[..], &["--force"]].concat());
    assert!(fs::read(cache.file("1.2.3.4")).unwrap() == from_gpu);
}

#[test]
fn faults_of_the_command_are_named() {
    let cache = Cache::new("faults");
    insta::assert_snapshot!(cache.run(&["pdb", "build", "7-7"]), @r"
    ! error: 7-7 is for 14 tiles, and a 4x4 board has 15
    exit 2
    ");
    insta::assert_snapshot!(cache.run(&["pdb", "build", "7-8", "--memory-limit", "20M"]), @r"
    ! error: 4x4 9.10.11.12.13.14.15: the table was not finished: it needs more memory than is allowed (54.0 MiB)
    exit 4
    ");
    let eight = ["pdb", "build", "8-8-8", "--size", "5x5"];
    insta::assert_snapshot!(cache.run(&[&eight[..], &["--kind", "plain"]].concat()), @r"
    ! error: 5x5 13.14.15.18.19.20.23.24: a plain table has at most 4294967295 entries; a zero-aware one may fit
    exit 2
    ");
    insta::assert_snapshot!(cache.run(&[&eight[..], &["--memory-limit", "1G"]].concat()), @r"
    ! error: 5x5 13.14.15.18.19.20.23.24: the table was not finished: it needs more memory than is allowed (30.8 GiB)
    exit 4
    ");
    let text = cache.run(&["pdb", "build", "six"]);
    assert!(
        text.contains("is not a partition; write how many tiles"),
        "{text}"
    );
    let text = cache.run(&[
        "solve",
        "--algo",
        "ida/pdb:7-8",
        "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15",
    ]);
    assert!(
        text.contains("`taquin pdb build 7-8 --size 4x4 --kind plain`; try pdb, walking"),
        "{text}"
    );
    assert!(text.ends_with("exit 2"), "{text}");
}

/// The command in the message builds what was missing, whatever the goal.
#[test]
fn the_message_names_the_partition() {
    let cache = Cache::new("partition");
    let five = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24";
    let text = cache.run(&["solve", "--algo", "pdb-ida:tables=8-8-8", five]);
    let command = "`taquin pdb build 8-8-8 --size 5x5 --kind zero-aware`";
    assert!(text.contains(command), "{text}");
    let text = cache.run(&["solve", "--algo", "ida/pdb:8-8-8", five]);
    assert!(text.contains("; try pdb or linear-conflict"), "{text}");
    let text = cache.run(&["solve", "--algo", "ida/pdb:7-7-6-4", five]);
    let command = "`taquin pdb build 7-7-6-4 --size 5x5 --kind plain`; try pdb or linear-conflict";
    assert!(text.contains(command), "{text}");
    let inside = "1 2 3 4/5 0 6 7/8 9 10 11/12 13 14 15";
    let near = "1 2 3 4/0 5 6 7/8 9 10 11/12 13 14 15";
    let text = cache.run(&["solve", "--algo", "ida/pdb:7-8", "--goal", inside, near]);
    let command = format!("`taquin pdb build 7-8 --goal \"{inside}\" --size 4x4 --kind plain`");
    assert!(text.contains(&command), "{text}");
}
