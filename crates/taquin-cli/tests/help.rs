//! The help texts, and that every command has one with an example.

mod common;

use common::run;
use insta::assert_snapshot;

const COMMANDS: [&str; 26] = [
    "solve",
    "generate",
    "check",
    "apply",
    "analyze",
    "verify",
    "estimate",
    "hint",
    "explain",
    "compare",
    "bench",
    "play",
    "pdb",
    "dataset",
    "part",
    "list",
    "facts",
    "render",
    "encode",
    "decide",
    "exercise",
    "sat",
    "prove",
    "doctor",
    "completions",
    "man",
];

#[test]
fn the_commands_are_listed() {
    assert_snapshot!(run(&["-h"]), @r#"
    The sliding puzzle, any rows x columns: solve it, make it, check it, explain it, measure it

    Usage: taquin [OPTIONS] <COMMAND>

    Commands:
      solve        Solves positions; the moves go to stdout, what they are worth to stderr
      generate     Makes boards that can be solved; the same seed gives the same boards everywhere
      check        Says whether a position can be solved, why not, and the swap that makes it solvable
      apply        Plays moves on a position and prints the position they lead to
      analyze      Judges moves: do they solve the position, are they shortest, where do they lose?
      verify       Proves again that a solution is a shortest one, by a search with another heuristic
      estimate     Gives the values of heuristics, a column each, for any number of positions
      hint         Gives a hint: which tile, which way, or the next five moves
      explain      Solves positions the way people do, stage by stage and in words
      compare      Runs several solvers on the same position and puts their numbers side by side
      bench        Runs experiments and shows what they say: suites, raw rows, statistics, pictures
      play         Plays: slide tiles, ask for hints, have it solved, see where moves were lost
      serve        Starts the page and the REST service, and says where to open it
      site         Writes the page as a static site, which solves in the browser and needs no service
      pdb          Builds, lists, verifies and removes pattern databases, tables for the heuristic pdb
      dataset      Lists and prints the known instance sets, with their optimal lengths and sources
      part         Searches one part of a threshold: any machine can do it, and doing it twice does no
                   harm
      list         Lists what can be chosen by name, with its options
      facts        Says how many boards of a size there are, and how far from the goal they stand
      render       Draws a position as SVG, GIF or text, and a run of moves as a film
      encode       Writes a position as a task for other solvers: planning, SAT, SMT or constraints
      decode       Turns another program's answer to what `encode` wrote back into moves, and replays
                   them
      decide       Asks a SAT solver one question: is there a plan of N moves?
      course       Does what the program of a logic course does: formula, solver, boards
      exercise     Shows exercises of the course and checks answers
      sat          Decides any formula in DIMACS, with a proof on request, or checks a proof
      prove        Finds a shortest solution and writes a proof that there is no shorter one
      doctor       Says what this build and machine offer, and tests every solver on known positions
      completions  Prints a completion script for a shell
      man          Prints the manual page of taquin or of one of its commands
      help         Print this message or the help of the given subcommand(s)

    Options:
      -h, --help     Print help (see more with '--help')
      -V, --version  Print version

    Output:
          --format <text|json|ndjson|csv|md>  How results are written [default: text]
      -q, --quiet                             Say nothing beside the results and errors
          --no-color                          No colours; the variable `NO_COLOR` does the same

    Examples:
      taquin solve "8 1 3/4 0 2/7 6 5"
      taquin generate 3x3 --level hard --seed 20481 -n 100 > set.txt
      taquin solve --threads 2 --format csv < set.txt
      taquin compare "8 1 3/4 0 2/7 6 5" --with bfs,astar/manhattan,ida/walking-distance

    Exit codes:
      0 done · 1 internal · 2 usage or unreadable input · 3 unsolvable ·
      4 limit reached without a solution · 5 verification failed · 130 interrupted
      After a stream of positions: that of the first one that failed.
    "#);
}

#[test]
fn solve_says_what_it_takes() {
    assert_snapshot!(run(&["solve", "-h"]), @r#"
    Solves positions; the moves go to stdout, what they are worth to stderr

    Usage: taquin solve [OPTIONS] [POSITION]...

    Arguments:
      [POSITION]...  A position like "8 1 3/4 0 2/7 6 5", or a game ID like 3x3:hard:7; several are
                     answered in order; `-` or none: read stdin

    Options:
      -i, --input <FILE>           Read positions from a file instead
          --input-format <NAME>    Layout of the file: lines, grid, korf, school42, course, tsv, json,
                                   csv, md or matrix [default: seen from the first line]
          --size <ROWSxCOLS>       Size of flat lists that are not square
          --goal <GOAL>            blank-last, blank-first, spiral or a position; several (or a+b): any
                                   of them [default: blank-last]
      -a, --algo <SPEC>            The solver and its options, like astar/manhattan or
                                   astar:heuristic=manhattan,tie=fifo [default: auto]
          --solver <PROGRAM>       What decides the formulas of --algo sat or smt: a name of ours, or a
                                   program by name or path
          --steps                  Show every board of the solution
          --trace[=<N>]            Show the search itself, its first N steps
          --metric <stm|mtm>       What is one move: stm, the slide of a tile, or mtm, a run of tiles
                                   along a row or column
          --all-optimal            All shortest solutions, one a line
          --count                  Only how many shortest solutions there are
          --no-parity-check        Search an unsolvable board too: everything it reaches, breadth-first
          --notation <tile|blank>  Whose way U D L R say: tile or blank
      -h, --help                   Print help

    Limits:
          --target <N>            Stop at a solution of at most N moves
          --within <SHARE>        Stop at a solution at most this much longer than the proven bound,
                                  like 5%; 0% asks for the proof
          --time-limit <TIME>     Time for each search, like 500ms, 10s or 2m [alias: --time]
          --memory-limit <BYTES>  Memory for all searches together, like 4G [default: 60 % of what is
                                  free now]
          --node-limit <COUNT>    Expanded nodes for each search, like 1e8
      -j, --threads <N>           Positions worked on at once [default: 1]

    Parts:
          --parts <FOLDER>      Keep finished parts of the search in this folder; the same command
                                continues from there
          --share <I/N>         Search the I-th of N shares first, beside other processes that have the
                                same folder
          --part-nodes <COUNT>  Expanded nodes of a part, about, like 1e7; on the GPU generated ones

    Output:
          --format <text|json|ndjson|csv|md>  How results are written [default: text]
      -q, --quiet                             Say nothing beside the results and errors
          --no-color                          No colours; the variable `NO_COLOR` does the same

    Examples:
      taquin solve "8 1 3/4 0 2/7 6 5"
      taquin solve --algo ida/walking-distance --time-limit 10s "1 8 5 3/15 0 7 2/13 9 11 4/6 14 10 12"
      taquin generate 6x6 | taquin solve --time 10s
      taquin generate 5x5 | taquin solve --within 5% --time 1m
      taquin solve --metric mtm "8 1 3/4 0 2/7 6 5"
      taquin solve --solver /usr/bin/minisat "8 1 3/4 0 2/7 6 5"
      taquin solve --algo bfs --trace "1 2 3/4 6 8/7 5 0"
      taquin solve --goal blank-first --goal blank-last "1 2 3/4 5 6/7 0 8"
      taquin generate 3x3 -n 1000 | taquin solve --threads 2 --format csv
      taquin generate 4x4 -n 100000 | taquin solve --algo gpu-batch --quiet
      taquin solve --parts proof --algo pdb-ida:threads=2 -i hard.txt

    `taquin list solvers` and `taquin list heuristics` say what --algo takes. Letters are the way the
    tile goes: U D L R, and R2 is twice R.
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
