//! The help texts, and that every command has one with an example.

mod common;

use common::run;
use insta::assert_snapshot;

const COMMANDS: [&str; 32] = [
    "solve",
    "generate",
    "check",
    "apply",
    "moves",
    "analyze",
    "verify",
    "estimate",
    "hint",
    "explain",
    "compare",
    "bench",
    "play",
    "serve",
    "site",
    "pdb",
    "dataset",
    "part",
    "list",
    "facts",
    "render",
    "encode",
    "decode",
    "decide",
    "course",
    "exercise",
    "demo",
    "sat",
    "prove",
    "doctor",
    "completions",
    "man",
];

#[test]
fn the_commands_are_listed() {
    assert_snapshot!(run(&["-h"]), @r#"
    Solve, generate, check, explain, play and measure sliding puzzles of any size from 2x2 to 16x16

    Usage: taquin [OPTIONS] <COMMAND>

    Commands:
      solve        Solve positions; moves go to stdout, statistics to stderr
      generate     Generate solvable boards; a seed gives the same boards everywhere
      check        Check whether a position is solvable; if not, say why and which swap fixes it
      apply        Apply moves to a position and print the resulting position
      moves        Compute with moves: invert, concatenate, slice, transpose, simplify, optimise
      analyze      Analyze moves: do they solve the position, are they optimal, where are the mistakes?
      verify       Prove a solution optimal a second time, with a different heuristic
      estimate     Print heuristic values, one column per heuristic, for any number of positions
      hint         Give a hint: which tile, which direction, or the next five moves
      explain      Solve positions the way people do, and explain it stage by stage
      compare      Compare several solvers on the same position
      bench        Run experiments and evaluate them: suites, raw rows, statistics, plots
      play         Play in the terminal, with hints, solutions and a review of your mistakes
      serve        Start the web page and the REST service
      site         Write the web page as a static site that solves in the browser without a service
      pdb          Build, list, verify and remove pattern databases
      dataset      List and print published instance sets with optimal lengths and sources
      part         Search one part of a threshold, on any machine; the command is idempotent
      list         List solvers, heuristics, goals, generators or levels with their options
      facts        Count the boards of a size, in total and by distance from the goal
      render       Draw a position as SVG, GIF or text, or animate a sequence of moves
      encode       Export a position as a planning, SAT, SMT or constraint problem
      decode       Turn another solver's answer to an exported problem into moves, and replay them
      decide       Decide with a SAT solver whether there is a plan of N moves
      course       Run like the reference program of a logic course: formula, solver, boards
      exercise     Show exercises of the course and check answers
      demo         Replay a document on the puzzle: its figures next to ours, with the commands for them
      sat          Solve any DIMACS formula, with a proof on request, or check a proof
      prove        Find an optimal solution and write a proof that there is no shorter one
      doctor       Report what this build and machine support, and test every solver on known positions
      completions  Print a completion script for a shell
      man          Print the manual page of taquin or of one of its commands
      help         Print this message or the help of the given subcommand(s)

    Options:
      -h, --help     Print help (see more with '--help')
      -V, --version  Print version

    Output:
          --format <text|json|ndjson|csv|md>  Output format [default: text]
      -q, --quiet                             Print only results and errors
          --no-color                          Disable colours, like the environment variable `NO_COLOR`

    Examples:
      taquin solve "8 1 3/4 0 2/7 6 5"
      taquin generate 3x3 --level hard --seed 20481 -n 100 > set.txt
      taquin solve --threads 2 --format csv < set.txt
      taquin compare "8 1 3/4 0 2/7 6 5" --with bfs,astar/manhattan,ida/walking-distance

    Exit codes:
      0 done · 1 internal · 2 usage or unreadable input · 3 unsolvable ·
      4 limit reached without a solution · 5 verification failed · 130 interrupted
      For a stream of positions: the code of the first failure.
    "#);
}

#[test]
fn solve_says_what_it_takes() {
    assert_snapshot!(run(&["solve", "-h"]), @r#"
    Solve positions; moves go to stdout, statistics to stderr

    Usage: taquin solve [OPTIONS] [POSITION]...

    Arguments:
      [POSITION]...  A position like "8 1 3/4 0 2/7 6 5", or a game ID like 3x3:hard:7; `-` or none
                     reads stdin

    Options:
      -i, --input <FILE>           Read positions from a file instead
          --input-format <NAME>    Layout of the file: lines, grid, korf, school42, course, tsv, json,
                                   csv, md or matrix [default: detected]
          --size <ROWSxCOLS>       Size, for flat lists that are not square
          --goal <GOAL>            blank-last, blank-first, spiral or a position; several (or a+b): any
                                   of them [default: blank-last]
      -a, --algo <SPEC>            The solver and its options, like astar/manhattan or
                                   astar:heuristic=manhattan,tie=fifo [default: auto]
          --solver <PROGRAM>       Backend of --algo sat or smt: a built-in solver, or a program by name
                                   or path
          --steps                  Show every board of the solution
          --trace[=<N>]            Show the first N steps of the search
          --tree <svg|dot>         Print the tree of the traced search instead: a picture, or a file for
                                   Graphviz
          --metric <stm|mtm>       What counts as one move: stm, one tile, or mtm, any number of tiles
                                   along a row or column
          --beyond <K>             Solutions of up to K moves more than the shortest, one per line, or
                                   their number with --count
          --partial <PATTERN>      Only these tiles matter, like "1 2 3/* * */* * *"; the others may be
                                   anywhere
          --all-optimal            All optimal solutions, one per line
          --count                  Only the number of optimal solutions
          --no-parity-check        Search unsolvable boards too: everything reachable, breadth-first
          --notation <tile|blank>  Whether U D L R name the direction of the tile or of the blank
      -h, --help                   Print help

    Limits:
          --target <N>            Stop at a solution of at most N moves
          --within <SHARE>        Stop at a solution at most this much longer than the proven bound,
                                  like 5%; 0% requires a proof
          --time-limit <TIME>     Time for each search, like 500ms, 10s or 2m [alias: --time]
          --memory-limit <BYTES>  Memory for all searches together, like 4G [default: 60 % of free
                                  memory]
          --node-limit <COUNT>    Expanded nodes for each search, like 1e8
      -j, --threads <N>           Positions solved in parallel [default: 1]

    Parts:
          --parts <FOLDER>      Keep finished parts of the search in this folder; the same command
                                continues from there
          --share <I/N>         Search the I-th of N shares first, in parallel with other processes on
                                the same folder
          --part-nodes <COUNT>  Approximate expanded nodes per part, like 1e7; generated nodes on the
                                GPU

    Output:
          --format <text|json|ndjson|csv|md>  Output format [default: text]
      -q, --quiet                             Print only results and errors
          --no-color                          Disable colours, like the environment variable `NO_COLOR`

    Examples:
      taquin solve "8 1 3/4 0 2/7 6 5"
      taquin solve --algo ida/walking-distance --time-limit 10s "1 8 5 3/15 0 7 2/13 9 11 4/6 14 10 12"
      taquin generate 6x6 | taquin solve --time 10s
      taquin generate 5x5 | taquin solve --within 5% --time 1m
      taquin solve --metric mtm "8 1 3/4 0 2/7 6 5"
      taquin solve --solver /usr/bin/minisat "8 1 3/4 0 2/7 6 5"
      taquin solve --algo bfs --trace "1 2 3/4 6 8/7 5 0"
      taquin solve --algo astar --tree svg "1 2 3/4 6 8/7 5 0" > tree.svg
      taquin solve --beyond 2 --count "8 1 3/4 0 2/7 6 5"
      taquin solve --partial "1 2 3/* * */* * *" "8 1 3/4 0 2/7 6 5"
      taquin solve --goal blank-first --goal blank-last "1 2 3/4 5 6/7 0 8"
      taquin generate 3x3 -n 1000 | taquin solve --threads 2 --format csv
      taquin generate 4x4 -n 100000 | taquin solve --algo gpu-batch --quiet
      taquin solve --parts proof --algo pdb-ida:threads=2 -i hard.txt

    `taquin list solvers` and `taquin list heuristics` list the values of --algo. Letters name the
    direction of the tile: U D L R; R2 is R twice.
    "#);
}

#[test]
fn every_command_has_help_with_an_example() {
    for name in COMMANDS {
        let text = run(&[name, "--help"]);
        assert!(text.contains("Example"), "{name}");
        assert!(text.contains(&format!("taquin {name}")), "{name}");
        let wide = text.lines().find(|line| line.chars().count() > 100);
        assert_eq!(wide, None, "{name}");
        let listed = run(&["-h"]);
        assert!(listed.contains(&format!("\n  {name} ")), "{name}");
    }
}

#[test]
fn without_a_command_there_is_help() {
    let text = run(&[]);
    assert!(text.contains("Usage: taquin [OPTIONS] <COMMAND>"), "{text}");
    assert!(text.ends_with("exit 2\n"));
}

/// Korf's boards are for the blank first; without the goal, the example ends in a parity error.
#[test]
fn the_positions_of_examples_reach_their_goals() {
    let mut pages: Vec<String> = COMMANDS.iter().map(|name| run(&[name, "--help"])).collect();
    pages.extend(
        [
            include_str!("../../../docs/src/machines.md"),
            include_str!("../../../docs/src/machines/mpi.md"),
            include_str!("../../../docs/src/machines/slurm.md"),
            include_str!("../../../docs/src/machines/ray.md"),
            include_str!("../../../deploy/cluster/slurm-mpi.sbatch"),
            include_str!("../../../deploy/cluster/slurm-parts.sbatch"),
            include_str!("../../taquin-mpi/src/main.rs"),
        ]
        .map(|page| page.replace("\\\"", "\"")),
    );
    let mut tried = 0;
    for line in pages.iter().flat_map(|page| page.lines()) {
        let command = ["taquin", "ray_parts.py", "BOARD="];
        // These are about boards that cannot be solved.
        let unsolvable = ["taquin check", "--no-parity-check", "taquin render"];
        if !command.iter().any(|word| line.contains(word))
            || unsolvable.iter().any(|word| line.contains(word))
        {
            continue;
        }
        let is_first = line.contains("blank-first");
        let goal = if is_first {
            "blank-first"
        } else {
            "blank-last"
        };
        let quoted = line.split('"').skip(1).step_by(2);
        for board in quoted.filter(|text| text.contains(" 0") && text.contains('/')) {
            let said = run(&["check", "--goal", goal, board]);
            assert!(!said.contains("exit"), "{line}\n{said}");
            tried += 1;
        }
    }
    assert!(tried > 40, "{tried} examples");
}
