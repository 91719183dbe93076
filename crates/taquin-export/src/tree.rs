//! The tree of a recorded search, as a picture (SVG) and for Graphviz (DOT).
//!
//! Each node is drawn once, below the parent that it was first generated from: expanded nodes with the
//! number of their turn, open ones plain, pruned and repeated ones dashed, the solution's path in bold.

use std::collections::HashMap;
use std::fmt::Write;

use taquin_core::trace::{StepKind, Trace};
use taquin_core::{Board, Move};

/// The state of a node at the end of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It waits on the open list.
    Open,
    /// It was expanded.
    Expanded,
    /// It was pruned, or its board was known.
    Dropped,
    /// It was taken and is a goal.
    Goal,
}

struct Node {
    board: Board,
    parent: Option<usize>,
    mv: Option<Move>,
    depth: usize,
    fate: Fate,
    /// When it was taken, counted from 1.
    turn: Option<usize>,
    /// g, h and f.
    values: (u32, u32, u32),
    on_path: bool,
    children: Vec<usize>,
}

/// The tree of a search.
pub struct SearchTree {
    nodes: Vec<Node>,
    informed: bool,
    truncated: bool,
}

impl SearchTree {
    /// The tree of the steps of a trace; `informed` shows g, h and f.
    pub fn new(trace: &Trace, informed: bool) -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            informed,
            truncated: trace.truncated,
        };
        let mut places: HashMap<u64, usize> = HashMap::new();
        let mut turn = 0;
        for step in &trace.steps {
            let parent = step.parent.and_then(|parent| places.get(&parent)).copied();
            let taken = matches!(step.kind, StepKind::Expand(_) | StepKind::Goal);
            let known = places.get(&step.node).copied();
            let place = match known {
                // A repeated state is a leaf of its own: the node stays where it was first met.
                Some(place) if taken || step.kind == StepKind::Generate => place,
                _ => {
                    let depth = parent.map_or(0, |parent| tree.nodes[parent].depth + 1);
                    tree.nodes.push(Node {
                        board: step.board.clone(),
                        parent,
                        mv: step.mv,
                        depth,
                        fate: Fate::Open,
                        turn: None,
                        values: (step.g, step.h, step.f),
                        on_path: false,
                        children: Vec::new(),
                    });
                    let place = tree.nodes.len() - 1;
                    if let Some(parent) = parent {
                        tree.nodes[parent].children.push(place);
                    }
                    if known.is_none() && step.kind != StepKind::Duplicate {
                        places.insert(step.node, place);
                    }
                    place
                }
            };
            if taken {
                turn += 1;
            }
            let node = &mut tree.nodes[place];
            match step.kind {
                StepKind::Expand(_) => {
                    (node.fate, node.turn) = (Fate::Expanded, node.turn.or(Some(turn)));
                }
                StepKind::Goal => {
                    (node.fate, node.turn) = (Fate::Goal, Some(turn));
                    tree.mark_path(place);
                }
                StepKind::Duplicate | StepKind::Prune => node.fate = Fate::Dropped,
                _ => {}
            }
        }
        tree
    }

    fn mark_path(&mut self, mut place: usize) {
        loop {
            self.nodes[place].on_path = true;
            match self.nodes[place].parent {
                Some(parent) => place = parent,
                None => return,
            }
        }
    }

    /// Nodes in the tree.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing was recorded.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The line below a board: its turn, and its values if the search was informed.
    fn caption(&self, node: &Node) -> String {
        let mut caption = node
            .turn
            .map_or_else(String::new, |turn| format!("#{turn}"));
        if self.informed {
            let (g, h, f) = node.values;
            let gap = if caption.is_empty() { "" } else { "  " };
            let _ = write!(caption, "{gap}{g}+{h}={f}");
        }
        caption
    }

    /// For Graphviz: `dot -Tsvg tree.dot`.
    pub fn dot(&self) -> String {
        let mut text = String::from(
            "digraph search {\n  node [shape=box, fontname=\"monospace\"];\n  edge [fontname=\"monospace\"];\n",
        );
        for (place, node) in self.nodes.iter().enumerate() {
            let rows = node.board.to_string().replace('/', "\\n");
            let caption = self.caption(node);
            let gap = if caption.is_empty() { "" } else { "\\n" };
            let style = match node.fate {
                Fate::Open => "",
                Fate::Expanded => ", style=filled, fillcolor=\"#e3ebf3\"",
                Fate::Dropped => ", style=dashed",
                Fate::Goal => ", style=filled, fillcolor=\"#cfe8cf\"",
            };
            let bold = if node.on_path { ", penwidth=3" } else { "" };
            let _ = writeln!(
                text,
                "  n{place} [label=\"{rows}{gap}{caption}\"{style}{bold}];"
            );
            if let (Some(parent), Some(mv)) = (node.parent, node.mv) {
                let _ = writeln!(
                    text,
                    "  n{parent} -> n{place} [label=\"{}\"{bold}];",
                    mv.0.letter()
                );
            }
        }
        if self.truncated {
            text.push_str("  more [shape=plaintext, label=\"the search went on\"];\n");
        }
        text.push_str("}\n");
        text
    }

    /// The horizontal centre of each node, in columns: leaves side by side, parents above the middle of
    /// their children.
    fn columns(&self) -> (Vec<f64>, f64) {
        let mut columns = vec![0.0; self.nodes.len()];
        let mut next = 0.0;
        let roots = self.nodes.iter().enumerate();
        let roots = roots.filter(|(_, node)| node.parent.is_none());
        for (root, _) in roots {
            // Each node twice: before its children, and to be placed above them.
            let mut stack = vec![(root, false)];
            while let Some((place, below)) = stack.pop() {
                let children = &self.nodes[place].children;
                if children.is_empty() {
                    columns[place] = next;
                    next += 1.0;
                } else if below {
                    let first = columns[children[0]];
                    let last = columns[children[children.len() - 1]];
                    columns[place] = f64::midpoint(first, last);
                } else {
                    stack.push((place, true));
                    stack.extend(children.iter().rev().map(|&child| (child, false)));
                }
            }
        }
        (columns, next)
    }

    /// A picture of the tree.
    pub fn svg(&self) -> String {
        const CELL: f64 = 18.0;
        let size = self.nodes.first().map(|node| node.board.size());
        let (rows, cols) = size.map_or((0, 0), |size| (size.rows(), size.cols()));
        let (wide, high) = (cols as f64 * CELL, rows as f64 * CELL);
        let caption_wide = if self.informed { 84.0 } else { 0.0 };
        let (step_x, step_y) = (wide.max(caption_wide) + 14.0, high + 46.0);
        let (columns, leaves) = self.columns();
        let depth = self.nodes.iter().map(|node| node.depth).max().unwrap_or(0);
        let (width, height) = (leaves * step_x + 16.0, (depth + 1) as f64 * step_y + 24.0);
        let place = |index: usize| {
            let left = 8.0 + (columns[index] + 0.5) * step_x - wide / 2.0;
            (left, 8.0 + self.nodes[index].depth as f64 * step_y)
        };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\">\n<title>search tree of {} nodes</title>\n\
             <style>{STYLE}</style>\n<rect class=\"taquin-paper\" width=\"{width}\" height=\"{height}\"/>\n",
            self.nodes.len()
        );
        for (index, node) in self.nodes.iter().enumerate() {
            let Some(parent) = node.parent else { continue };
            let ((x, y), (px, py)) = (place(index), place(parent));
            let class = if node.on_path { " taquin-path" } else { "" };
            let (from, to) = ((px + wide / 2.0, py + high + 16.0), (x + wide / 2.0, y));
            let _ = writeln!(
                svg,
                "<path class=\"taquin-edge{class}\" d=\"M{} {}L{} {}\"/>",
                from.0, from.1, to.0, to.1
            );
            if let Some(mv) = node.mv {
                let middle = (
                    f64::midpoint(from.0, to.0) + 4.0,
                    f64::midpoint(from.1, to.1),
                );
                let letter = mv.0.letter();
                let _ = writeln!(
                    svg,
                    "<text x=\"{}\" y=\"{}\">{letter}</text>",
                    middle.0, middle.1
                );
            }
        }
        for (index, node) in self.nodes.iter().enumerate() {
            let (x, y) = place(index);
            let fate = match node.fate {
                Fate::Open => "open",
                Fate::Expanded => "expanded",
                Fate::Dropped => "dropped",
                Fate::Goal => "goal",
            };
            let path = if node.on_path { " taquin-path" } else { "" };
            let _ = writeln!(
                svg,
                "<g transform=\"translate({x},{y})\"><rect class=\"taquin-{fate}{path}\" \
                 width=\"{wide}\" height=\"{high}\" rx=\"3\"/>"
            );
            for (cell, number) in node.board.numbers().enumerate().filter(|(_, n)| *n != 0) {
                let (row, col) = (cell / cols, cell % cols);
                let (tx, ty) = ((col as f64 + 0.5) * CELL, (row as f64 + 0.5) * CELL);
                let _ = write!(svg, "<text x=\"{tx}\" y=\"{ty}\">{number}</text>");
            }
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\">{}</text></g>",
                wide / 2.0,
                high + 9.0,
                self.caption(node)
            );
        }
        if self.truncated {
            let _ = writeln!(
                svg,
                "<text class=\"taquin-more\" x=\"8\" y=\"{}\">the search went on</text>",
                height - 8.0
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}

const STYLE: &str = "\
.taquin-paper{fill:#fff}\
text{font:11px system-ui,sans-serif;fill:#14202b;text-anchor:middle;dominant-baseline:central}\
.taquin-more{text-anchor:start}\
.taquin-edge{stroke:#5b6b7c;fill:none}\
.taquin-open,.taquin-expanded,.taquin-dropped,.taquin-goal{stroke:#5b6b7c;fill:#fff}\
.taquin-expanded{fill:#e3ebf3}.taquin-goal{fill:#cfe8cf}.taquin-dropped{stroke-dasharray:3 3}\
.taquin-path{stroke-width:3}";

#[cfg(test)]
mod tests {
    use taquin_core::trace::{Step, Why};
    use taquin_core::{Direction, Size};

    use super::*;

    fn step(kind: StepKind, node: u64, parent: Option<u64>, numbers: [u32; 6]) -> Step {
        Step {
            kind,
            node,
            parent,
            mv: parent.map(|_| Move(Direction::Left)),
            board: Board::new(Size::new(2, 3).unwrap(), &numbers).unwrap(),
            g: 0,
            h: 0,
            f: 0,
            open: 0,
            closed: 0,
        }
    }

    fn tree() -> SearchTree {
        let (start, left, goal) = ([1, 2, 3, 0, 4, 5], [0, 2, 3, 1, 4, 5], [1, 2, 3, 4, 0, 5]);
        let steps = vec![
            step(StepKind::Expand(Why::Start), 0, None, start),
            step(StepKind::Generate, 1, Some(0), left),
            step(StepKind::Generate, 2, Some(0), goal),
            step(StepKind::Duplicate, 0, Some(1), start),
            step(StepKind::Goal, 2, Some(0), goal),
        ];
        SearchTree::new(
            &Trace {
                steps,
                truncated: true,
            },
            false,
        )
    }

    #[test]
    fn nodes_are_drawn_once_and_repeated_states_as_leaves() {
        let tree = tree();
        assert_eq!(tree.len(), 4);
        let dot = tree.dot();
        assert_eq!(dot.matches("label=\"1 2 3\\n0 4 5").count(), 2);
        assert!(dot.contains("n0 -> n2 [label=\"L\", penwidth=3]"), "{dot}");
        assert!(dot.contains("n1 -> n3 [label=\"L\"];"), "{dot}");
        assert!(dot.contains("n3 [label=\"1 2 3\\n0 4 5\", style=dashed]"));
        assert!(dot.contains("the search went on"));
    }

    #[test]
    fn the_picture_has_every_node_side_by_side() {
        let svg = tree().svg();
        assert_eq!(svg.matches("<g ").count(), 4);
        assert_eq!(svg.matches("taquin-goal taquin-path").count(), 1);
        // Two leaves: the repeated state and the goal.
        assert!(svg.contains("viewBox=\"0 0 152 270\""), "{svg}");
    }
}
