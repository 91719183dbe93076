//! Experiments from their suite to their report, ended in the middle, and asked for wrongly.
#![cfg(unix)]

mod common;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

use common::{command, output};
use serde_json::Value;

/// A folder that goes when it is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("taquin-bench-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn at(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// A suite with a set of boards and these configurations.
    fn suite(&self, configurations: &str) -> String {
        let text = format!(
            "format = 1\nname = \"tiny\"\nsummary = \"for tests\"\nseed = 3\n[limits]\ntime = \"20s\"\n\
             [[instances]]\nname = \"random\"\ngenerate = \"uniform\"\nsize = \"3x3\"\ncount = 12\n{configurations}"
        );
        let path = self.at("suite.toml");
        fs::write(&path, text).unwrap();
        path
    }

    /// A suite whose runs stand still from the fourth on until [`Scratch::go_on`], however fast or slow
    /// this machine is. What the program says is no answer; its rows are rubbish, but they are rows.
    fn halting_suite(&self) -> String {
        let (begun, go) = (self.at("begun"), self.at("go"));
        let program = format!(
            "echo >> {begun}; [ -e {go} ] || [ $(wc -l < {begun}) -lt 4 ] || sleep 60; echo hm"
        );
        self.suite(&format!(
            "[[configurations]]\nname = \"halting\"\ncommand = \"sh -c '{program}'\"\n"
        ))
    }

    fn go_on(&self) {
        fs::write(self.at("go"), "").unwrap();
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const TWO: &str =
    "[[configurations]]\nsolver = \"astar/manhattan\"\n[[configurations]]\nsolver = \"bfs\"\n";

fn bench(arguments: &[&str]) -> Output {
    output(&[&["bench"], arguments].concat(), b"")
}

fn said(output: &Output) -> String {
    let both = [output.stdout.clone(), output.stderr.clone()].concat();
    String::from_utf8(both).unwrap()
}

#[track_caller]
fn refused(arguments: &[&str], words: &[&str]) {
    let output = bench(arguments);
    let said = said(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    for word in words {
        assert!(said.contains(word), "{word:?} is missing: {said}");
    }
}

fn rows(folder: &str) -> Vec<Value> {
    let text = fs::read_to_string(Path::new(folder).join("rows.jsonl")).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn ids(folder: &str) -> HashSet<String> {
    rows(folder)
        .iter()
        .map(|row| row["run_id"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn an_experiment_from_its_suite_to_its_report() {
    let scratch = Scratch::new("whole");
    let (suite, out) = (scratch.suite(TWO), scratch.at("out"));
    let output = bench(&[
        "run", &suite, "--out", &out, "--repeat", "2", "--format", "json",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (told["total"].as_u64(), told["made"].as_u64()),
        (Some(48), Some(48))
    );
    let all = rows(&out);
    assert_eq!((all.len(), ids(&out).len()), (48, 48));
    for row in &all {
        assert_eq!(
            (row["status"].as_str(), row["verified"].as_bool()),
            (Some("optimal"), Some(true))
        );
        for name in [
            "solve_s",
            "setup_s",
            "cpu_s",
            "peak_mem_bytes",
            "expanded",
            "started_at",
        ] {
            assert!(!row[name].is_null(), "{name}: {row}");
        }
    }
    let table = fs::read_to_string(scratch.0.join("out/rows.csv")).unwrap();
    assert_eq!(table.lines().count(), 49);
    assert!(table.starts_with(
        "run_id,suite,instance_id,board,goal,algorithm,heuristic,params,seed,repeat,status,"
    ));
    let manifest = fs::read_to_string(scratch.0.join("out/manifest.json")).unwrap();
    for name in ["commit", "compiler", "cpu", "command", "seed", "suite_text"] {
        assert!(
            manifest.contains(&format!("\"{name}\"")),
            "{name}: {manifest}"
        );
    }
    // Nothing is left to do.
    let again = bench(&["run", &suite, "--out", &out, "--repeat", "2"]);
    assert!(said(&again).contains("0 made now"), "{}", said(&again));

    let report = bench(&["report", &out]);
    assert!(report.status.success(), "{}", said(&report));
    let page = fs::read_to_string(scratch.0.join("out/report.html")).unwrap();
    assert!(
        page.matches("<svg").count() >= 5,
        "{}",
        page.matches("<svg").count()
    );
    for outside in ["<script", "<link", "src=", "@import"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let summary = fs::read_to_string(scratch.0.join("out/report.md")).unwrap();
    assert!(
        summary.contains("| astar/manhattan | 24 | 24 | 24 |"),
        "{summary}"
    );
    let verified = bench(&["verify", &out, "--sample", "6"]);
    assert!(
        said(&verified).contains("48 solutions replayed"),
        "{}",
        said(&verified)
    );
    assert!(
        said(&verified).contains("6 agree") && verified.status.success(),
        "{}",
        said(&verified)
    );
    let same = bench(&["diff", &out, &out]);
    assert!(
        said(&same).contains("same") && same.status.success(),
        "{}",
        said(&same)
    );
}

#[test]
fn memory_is_that_of_each_run_and_the_harness_is_counted() {
    let scratch = Scratch::new("memory");
    let (suite, out) = (scratch.at("suite.toml"), scratch.at("out"));
    // A board next to the goal, all boards of 3x3, more than a worker may leave behind, and again
    // the first.
    let near = "1 2 3/4 5 6/7 0 8";
    let boards = [
        near,
        "8 6 7/2 5 4/3 0 1",
        "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1",
        near,
    ];
    let text = format!(
        "format = 1\nname = \"memory\"\nsummary = \"for tests\"\n[limits]\nnodes = \"1e6\"\n\
         [[instances]]\nboards = {boards:?}\n[[configurations]]\nsolver = \"bfs\"\n"
    );
    fs::write(&suite, text).unwrap();
    let output = bench(&["run", &suite, "--out", &out, "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let harness = told["harness_s"].as_f64().unwrap();
    assert!(harness > 0.0 && harness < 60.0, "{told}");

    let all = rows(&out);
    let bytes = |row: usize, name: &str| all[row][name].as_i64().unwrap();
    let added = |row| bytes(row, "peak_mem_bytes") - bytes(row, "base_mem_bytes");
    let own = |row| bytes(row, "solver_bytes");
    let mega = 1 << 20;
    assert!(own(1) > 2 * mega && own(2) > 36 * mega, "{all:?}");
    for row in [1, 2] {
        // The solver counts what it fills, and tables that grow hold the old one a while.
        assert!(added(row) > own(row) / 2, "{:?}", all[row]);
        assert!(added(row) < 4 * own(row) + 8 * mega, "{:?}", all[row]);
    }
    for row in [0, 3] {
        assert!((0..2 * mega).contains(&added(row)), "{:?}", all[row]);
    }
    // What the manual says of memory that earlier runs leave behind.
    let left = bytes(3, "base_mem_bytes") - bytes(0, "base_mem_bytes");
    assert!(left <= 34 * mega, "{left} bytes left behind: {all:?}");
}

#[test]
fn parts_make_the_whole() {
    let scratch = Scratch::new("parts");
    let suite = scratch.suite(TWO);
    let (whole, one, two, all) = (
        scratch.at("w"),
        scratch.at("1"),
        scratch.at("2"),
        scratch.at("a"),
    );
    for (out, shard) in [(&whole, "1/1"), (&one, "1/2"), (&two, "2/2")] {
        let output = bench(&[
            "run", &suite, "--out", out, "--shard", shard, "--jobs", "2", "-q",
        ]);
        assert!(output.status.success(), "{}", said(&output));
    }
    let merged = bench(&["merge", &one, &two, "--out", &all]);
    assert!(said(&merged).contains("24 rows"), "{}", said(&merged));
    assert_eq!(ids(&all), ids(&whole));
    assert_eq!(ids(&one).intersection(&ids(&two)).count(), 0);
    // A part of another experiment does not belong there.
    let other = scratch.at("o");
    bench(&["run", &suite, "--out", &other, "--seed", "9", "-q"]);
    refused(
        &["merge", &one, &other, "--out", &scratch.at("x")],
        &["another seed"],
    );
}

/// Starts an experiment and waits for its first row; those behind it may come later, together.
fn started(suite: &str, out: &str) -> Child {
    let mut child = command(&["bench", "run", suite, "--out", out, "-q"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let path = Path::new(out).join("rows.jsonl");
    let begun = Instant::now();
    while fs::read_to_string(&path).map_or(0, |text| text.lines().count()) < 1 {
        assert!(begun.elapsed() < Duration::from_mins(1), "no rows");
        assert!(child.try_wait().unwrap().is_none(), "it ended");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

#[test]
fn a_kill_in_the_middle_loses_and_doubles_nothing() {
    let scratch = Scratch::new("kill");
    let (suite, out) = (scratch.halting_suite(), scratch.at("out"));
    let mut child = started(&suite, &out);
    child.kill().unwrap();
    child.wait().unwrap();
    let before = ids(&out);
    assert!(before.len() < 12);
    // A kill in the middle of a write would leave this.
    let path = scratch.0.join("out/rows.jsonl");
    let mut text = fs::read_to_string(&path).unwrap();
    text.push_str("{\"run_id\":\"00");
    fs::write(&path, text).unwrap();
    scratch.go_on();
    let report = bench(&["report", &out]);
    assert!(said(&report).contains("half written"), "{}", said(&report));
    let output = bench(&["run", &suite, "--out", &out]);
    assert!(output.status.success(), "{}", said(&output));
    assert!(
        said(&output).contains("half written (13 bytes) and is dropped"),
        "{}",
        said(&output)
    );
    assert_eq!((rows(&out).len(), ids(&out).len()), (12, 12));
    assert!(before.is_subset(&ids(&out)));
}

#[test]
fn rows_that_are_written_together_survive_a_kill_too() {
    let scratch = Scratch::new("together");
    let (suite, out) = (scratch.suite(TWO), scratch.at("out"));
    let run = [
        "bench",
        "run",
        &suite,
        "--only",
        "astar/manhattan",
        "--repeat",
        "300",
        "--out",
        &out,
        "-q",
    ];
    let mut child = command(&run).stdout(Stdio::null()).spawn().unwrap();
    let path = scratch.0.join("out/rows.jsonl");
    let begun = Instant::now();
    while fs::metadata(&path).map_or(0, |file| file.len()) == 0 {
        assert!(begun.elapsed() < Duration::from_mins(1), "no rows");
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = fs::read_to_string(&path).unwrap();
    let output = bench(&run[1..]);
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!((rows(&out).len(), ids(&out).len()), (3600, 3600));
    // What was there is there still, but for a half line at its end.
    let whole = before.rfind('\n').map_or(0, |end| end + 1);
    assert!(
        fs::read_to_string(&path)
            .unwrap()
            .starts_with(&before[..whole])
    );
}

#[test]
fn ctrl_c_stops_cleanly_and_the_same_command_goes_on() {
    let scratch = Scratch::new("stop");
    let (suite, out) = (scratch.halting_suite(), scratch.at("out"));
    let child = started(&suite, &out);
    let id = child.id().to_string();
    assert!(
        std::process::Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", said(&output));
    assert!(
        said(&output).contains("the same command continues"),
        "{}",
        said(&output)
    );
    let before = rows(&out).len();
    assert!((1..12).contains(&before), "{before}");
    scratch.go_on();
    let output = bench(&["run", &suite, "--out", &out, "-q"]);
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!((rows(&out).len(), ids(&out).len()), (12, 12));
}

/// A file system of its own with so much room; gone when dropped.
struct Disk(PathBuf);

impl Disk {
    /// None where this process may not mount one, as a rule because it is not root's.
    fn new(path: PathBuf) -> Option<Self> {
        fs::create_dir_all(&path).unwrap();
        mount(&["-t", "tmpfs", "-o", "size=64k", "tmpfs"], &path).then_some(Self(path))
    }

    fn grow(&self) -> bool {
        mount(&["-o", "remount,size=4m"], &self.0)
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg(&self.0).status();
    }
}

fn mount(arguments: &[&str], path: &Path) -> bool {
    let status = std::process::Command::new("mount")
        .args(arguments)
        .arg(path)
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

#[test]
fn a_disk_that_is_really_full_loses_and_doubles_nothing() {
    let scratch = Scratch::new("full");
    let Some(disk) = Disk::new(scratch.0.join("disk")) else {
        return; // No file system can be mounted here.
    };
    let (suite, out) = (scratch.suite(TWO), scratch.at("disk/out"));
    let run = ["run", &suite, "--out", &out, "--repeat", "10"];
    let first = bench(&run);
    let told = said(&first);
    assert_eq!(first.status.code(), Some(1), "{told}");
    let kept = rows(&out).len();
    assert!(
        kept > 10 && kept < 240 && told.contains(&format!("{kept} rows are safe")),
        "{kept} rows: {told}"
    );
    assert!(disk.grow());
    let second = bench(&run);
    assert_eq!(second.status.code(), Some(0), "{}", said(&second));
    assert!(said(&second).contains(&format!("{kept} of them already done")));
    assert_eq!((rows(&out).len(), ids(&out).len()), (240, 240));
    let table = fs::read_to_string(scratch.0.join("disk/out/rows.csv")).unwrap();
    assert_eq!(table.lines().count(), 241);
}

#[test]
fn other_programs_stand_beside_our_solvers() {
    let scratch = Scratch::new("lanes");
    let (suite, out) = (scratch.suite(""), scratch.at("out"));
    let text = fs::read_to_string(&suite)
        .unwrap()
        .replace("count = 12", "count = 2");
    fs::write(&suite, text + "[[configurations]]\nsolver = \"bfs\"\n").unwrap();
    let own = format!("cmd:{} solve -q {{board}}", env!("CARGO_BIN_EXE_taquin"));
    let output = bench(&[
        "run",
        &suite,
        "--out",
        &out,
        "--time-limit",
        "2s",
        "--with",
        &own,
        "--with",
        "cmd:sh -c 'sleep 60' {board}",
        "--with",
        "cmd:sh -c 'echo UUUUUUUU'",
        "--with",
        "cmd:sh -c 'echo oh >&2; exit 7'",
        "--with",
        "cmd:echo hello {board}",
    ]);
    // A wrong answer counts as wrong for any solver.
    assert_eq!(output.status.code(), Some(5), "{}", said(&output));
    let all = rows(&out);
    let of = |lane: &str| {
        let rows: Vec<&Value> = all
            .iter()
            .filter(|row| row["configuration"] == lane)
            .collect();
        assert_eq!(rows.len(), 2, "{lane}");
        rows[0].clone()
    };
    let mine = of(&own);
    assert_eq!(
        (mine["status"].as_str(), mine["verified"].as_bool()),
        (Some("solved"), Some(true))
    );
    assert_eq!(mine["length"], of("bfs")["length"]);
    assert!(mine["peak_mem_bytes"].as_u64().unwrap() > 1 << 20, "{mine}");
    let late = of("cmd:sh -c 'sleep 60' {board}");
    assert_eq!(
        (late["status"].as_str(), late["limit"].as_str()),
        (Some("limit"), Some("time"))
    );
    assert_eq!(of("cmd:sh -c 'echo UUUUUUUU'")["status"], "wrong");
    let broken = of("cmd:sh -c 'echo oh >&2; exit 7'");
    assert_eq!(broken["status"], "crash");
    assert!(broken["error"].as_str().unwrap().contains("oh"), "{broken}");
    assert_eq!(of("cmd:echo hello {board}")["status"], "rubbish");
    assert_eq!(
        bench(&["verify", &out, "--sample", "2"]).status.code(),
        Some(5)
    );
}

#[test]
fn what_cannot_be_run_is_told_with_the_way_out() {
    let scratch = Scratch::new("bad");
    let (suite, out) = (scratch.suite(TWO), scratch.at("out"));
    refused(&["run", "korf10"], &["korf10", "korf100", "bench list"]);
    refused(
        &["run", &scratch.at("none.toml")],
        &["cannot read", "none.toml"],
    );
    refused(
        &["run", &suite, "--out", &out, "--with", "astra"],
        &["astra", "astar"],
    );
    refused(
        &[
            "run",
            &suite,
            "--out",
            &out,
            "--with",
            "cmd:no-such-program {board}",
        ],
        &["no-such-program", "PATH"],
    );
    refused(
        &["run", &suite, "--out", &out, "--with", "cmd:x {bord}"],
        &["{bord}", "{board}"],
    );
    refused(
        &["run", &suite, "--out", &out, "--only", "dfs"],
        &["`dfs`", "bfs"],
    );
    refused(
        &["run", &suite, "--out", &out, "--time-limit", "0s"],
        &["zero"],
    );
    refused(
        &["run", &suite, "--out", &out, "--memory-limit", "10"],
        &["too little"],
    );
    refused(
        &["run", &suite, "--out", &out, "--memory-limit", "900T"],
        &["more than this machine"],
    );
    refused(&["run", &suite, "--out", &out, "--shard", "3/2"], &["1/4"]);
    refused(
        &["run", &suite, "--out", &out, "--repeat", "0"],
        &["repeat"],
    );
    // A file where the folder should be.
    let inside = format!("{suite}/out");
    let output = bench(&["run", &suite, "--out", &inside]);
    assert!(
        !output.status.success() && said(&output).contains("suite.toml"),
        "{}",
        said(&output)
    );
    refused(
        &["report", &scratch.at("nowhere")],
        &["not a results folder"],
    );
    refused(
        &["diff", &scratch.at("nowhere"), &out],
        &["not a results folder"],
    );
    refused(
        &["verify", &scratch.at("nowhere")],
        &["not a results folder"],
    );
    for (wrong, words) in [
        (
            "[[configurations]]\nsolver = \"astra\"\n",
            ["line ", "astar"],
        ),
        ("[[configurations]]\nsolvr = \"bfs\"\n", ["line ", "solvr"]),
        ("[[configurations]]\ncommand = \"\"\n", ["line ", "empty"]),
        ("", ["configurations", "missing"]),
        ("[limits]\n", ["line ", "duplicate"]),
    ] {
        let suite = scratch.suite(wrong);
        refused(&["run", &suite, "--out", &out], &words);
    }
}

#[test]
fn folders_of_other_experiments_and_versions_are_left_alone() {
    let scratch = Scratch::new("folder");
    let (suite, out) = (scratch.suite(TWO), scratch.at("out"));
    assert!(
        bench(&["run", &suite, "--out", &out, "-q"])
            .status
            .success()
    );
    refused(
        &["run", &suite, "--out", &out, "--seed", "8"],
        &["another seed", "--out"],
    );
    refused(
        &["run", &suite, "--out", &out, "--time-limit", "3s"],
        &["limits", "--out"],
    );
    refused(
        &["run", "korf100", "--out", &out],
        &["another suite", "--out"],
    );
    refused(&["report", &out, "--plot", "pie"], &["pie", "cactus"]);
    refused(&["report", &out, "--pair", "a,b"], &["bfs"]);
    let manifest = scratch.0.join("out/manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(
        &manifest,
        text.replacen("\"format\": 1", "\"format\": 99", 1),
    )
    .unwrap();
    refused(&["run", &suite, "--out", &out], &["format 99", "newer"]);
    refused(&["report", &out], &["format 99", "newer"]);
    assert_eq!(rows(&out).len(), 24);
}
