//! Tables with a position in each row, as taquin writes them: CSV and Markdown.

use std::borrow::Cow;
use std::ops::Range;

use super::{FileFault, Instance};
use crate::Size;
use crate::notation::ParseError;
use crate::notation::goal::goals_in;
use crate::notation::pieces::trim;
use crate::notation::position::{board_in, table_cells};

/// Which columns of a table say something about a position.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    id: Option<usize>,
    board: usize,
    goal: Option<usize>,
    optimal: Option<usize>,
    known: Option<usize>,
    length: Option<usize>,
    proven: Option<usize>,
    metric: Option<usize>,
    partial: Option<usize>,
}

impl Columns {
    /// The columns by their names; none if no name is `board`.
    pub(super) fn named(line: &str, fields: &[Range<usize>]) -> Option<Self> {
        let find = |name: &str| fields.iter().position(|field| &line[field.clone()] == name);
        Some(Self {
            id: find("id"),
            board: find("board")?,
            goal: find("goal"),
            optimal: find("optimal"),
            known: find("known").or_else(|| find("upper_bound")),
            length: find("length"),
            proven: find("proven"),
            metric: find("metric"),
            partial: find("partial"),
        })
    }

    /// The position of a row.
    pub(super) fn instance(
        &self,
        line: &str,
        fields: &[Range<usize>],
        number: usize,
        size: Option<Size>,
    ) -> Result<Instance, ParseError> {
        let Some(board) = fields.get(self.board) else {
            return Err(ParseError::at(
                line,
                line.len()..line.len(),
                FileFault::NoCell,
            ));
        };
        let board = board_in(line, board.clone(), size)?;
        let field = |column: Option<usize>| {
            let range = fields.get(column?)?.clone();
            Some(range).filter(|range| !matches!(&line[range.clone()], "" | "-"))
        };
        // Lengths in multi-tile moves, or to a partial goal, are none of this position and its goal.
        let is_other = field(self.metric).is_some_and(|range| &line[range] == "mtm")
            || field(self.partial).is_some();
        let length = |column: Option<usize>| {
            let written = field(column.filter(|_| !is_other))?;
            line[written].parse::<u32>().ok()
        };
        // The output of `taquin solve` says with the length whether it is optimal.
        let is_proven =
            field(self.proven).is_some_and(|range| matches!(&line[range], "true" | "yes"));
        let found = length(self.length);
        Ok(Instance {
            id: field(self.id).map(|range| unquoted(&line[range]).into_owned()),
            goal: field(self.goal)
                .map(|range| goals_in(line, range, Some(board.size())))
                .transpose()?,
            optimal: length(self.optimal).or(found.filter(|_| is_proven)),
            known: length(self.known).or(found.filter(|_| !is_proven)),
            ..Instance::new(board, number)
        })
    }
}

/// The fields of a CSV row, without the quotes around them.
pub(super) fn csv_fields(line: &str) -> Vec<Range<usize>> {
    let mut fields = Vec::new();
    let (mut start, mut quoted) = (0, false);
    let ends = line.bytes().enumerate().filter_map(|(at, byte)| {
        quoted ^= byte == b'"';
        (byte == b',' && !quoted).then_some(at)
    });
    for end in ends.chain([line.len()]) {
        let field = trim(line, start..end);
        let is_quoted = field.len() > 1 && line[field.clone()].starts_with('"');
        fields.push(if is_quoted && line[field.clone()].ends_with('"') {
            field.start + 1..field.end - 1
        } else {
            field
        });
        start = end + 1;
    }
    fields
}

/// Whether a quoted field continues on the next line.
pub(super) fn is_open(text: &str) -> bool {
    text.bytes().filter(|&byte| byte == b'"').count() % 2 == 1
}

/// The cells of a row of a Markdown table, and whether it is the rule below the names.
pub(super) fn md_fields(line: &str) -> Vec<Range<usize>> {
    table_cells(line, 0..line.len())
}

/// Whether the cells are the rule between the names and the rows.
pub(super) fn is_rule(line: &str, fields: &[Range<usize>]) -> bool {
    let is_rule = |field: &Range<usize>| {
        !field.is_empty()
            && line[field.clone()]
                .bytes()
                .all(|b| matches!(b, b'-' | b':'))
    };
    fields.iter().all(is_rule)
}

fn unquoted(field: &str) -> Cow<'_, str> {
    if field.contains("\"\"") {
        Cow::Owned(field.replace("\"\"", "\""))
    } else {
        Cow::Borrowed(field)
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::file::{Instance, parse};

    fn read(text: &str) -> Vec<Instance> {
        parse(text, None).unwrap_or_else(|error| panic!("{text:?}: {error}"))
    }

    #[test]
    fn a_csv_file_keeps_ids_goals_and_lengths() {
        let text = "id,board,goal,optimal,error\n\
                    \"a,\"\"b\"\"\",1 3/2 0,blank-first,2,\n\
                    two,0 1/3 2,,,\"unsolvable,\nin two lines\"\n";
        let instances = read(text);
        assert_eq!(instances[0].id.as_deref(), Some("a,\"b\""));
        assert_eq!(
            instances[0].goal.as_ref().unwrap().to_string(),
            "blank-first"
        );
        assert_eq!(instances[0].optimal, Some(2));
        assert_eq!(instances[1].board.to_string(), "0 1/3 2");
        assert_eq!((instances[1].optimal, instances[1].line), (None, 3));
    }

    #[test]
    fn a_markdown_table_of_answers_is_read() {
        let text = "| id | board | length | proven |\n| --- | --- | --- | --- |\n\
                    | a | 1 2/0 3 | 1 | yes |\n| b | 1 0/3 2 | 5 | no |\n";
        let instances = read(text);
        let lengths: Vec<_> = instances.iter().map(|i| (i.optimal, i.known)).collect();
        assert_eq!(lengths, [(Some(1), None), (None, Some(5))]);
        assert_eq!(instances[1].id.as_deref(), Some("b"));
    }

    #[test]
    fn lengths_of_another_metric_or_goal_are_passed_over() {
        let text = "board,metric,length,proven\n1 2/0 3,mtm,1,true\n1 2/0 3,,1,true\n";
        let lengths: Vec<_> = read(text).iter().map(|i| i.optimal).collect();
        assert_eq!(lengths, [None, Some(1)]);
        let text = "board,partial,length,proven\n1 2/0 3,1 */* *,0,true\n";
        assert_eq!(read(text)[0].optimal, None);
        let text = r#"{"board":"1 2/0 3","metric":"mtm","optimal":1}"#;
        assert_eq!(read(text)[0].optimal, None);
    }

    #[test]
    fn markdown_tables_without_a_column_board_are_boards() {
        let text =
            "| 1 | 2 |\n|---|---|\n| **3** | **0** |\n\nand\n\n| 0 | 1 |\n|--|--|\n| 3 | 2 |\n";
        let boards: Vec<String> = read(text).iter().map(|i| i.board.to_string()).collect();
        assert_eq!(boards, ["1 2/3 0", "0 1/3 2"]);
    }

    #[test]
    fn the_states_of_a_printed_search_are_read() {
        let text = "[1, 2]\n[' ', 3]\n\n[('up', (0, 0)), ('right', (1, 1))]\n\n('up', (0, 0))\n\
                    [' ', 2]\n[1, 3]\n\nSolution found!\n";
        let boards: Vec<String> = read(text).iter().map(|i| i.board.to_string()).collect();
        assert_eq!(boards, ["1 2/0 3", "0 2/1 3"]);
    }

    #[test]
    fn a_table_that_names_no_board_is_one_fault() {
        let read = parse("a,b\n1,2\n3,4\n", Some(super::super::Format::Csv));
        assert_eq!(
            read.unwrap_err().to_string(),
            "line 1, column 1: this table has no column `board`"
        );
    }
}
