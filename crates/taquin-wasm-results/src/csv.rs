//! Rows as comma-separated values (RFC 4180).

use serde_json::Value;

/// A table with a line of names.
pub(crate) fn text(columns: &[String], rows: &[Value]) -> String {
    let mut table = columns.join(",") + "\n";
    for row in rows {
        let fields: Vec<String> = columns.iter().map(|name| field(&row[name])).collect();
        table += &fields.join(",");
        table += "\n";
    }
    table
}

fn field(value: &Value) -> String {
    let text = crate::text(value);
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// The fields of a line, quotes taken off.
pub(crate) fn fields(line: &str) -> Vec<String> {
    let mut fields = Vec::new();
    let mut rest = line;
    loop {
        let (field, end) = if let Some(quoted) = rest.strip_prefix('"') {
            unquoted(quoted)
        } else {
            let (plain, end) = rest.split_at(rest.find(',').unwrap_or(rest.len()));
            (plain.to_owned(), end)
        };
        fields.push(field);
        let Some(next) = end.strip_prefix(',') else {
            return fields;
        };
        rest = next;
    }
}

/// A field up to its closing quote, and what follows that.
fn unquoted(quoted: &str) -> (String, &str) {
    let mut field = String::new();
    let mut rest = quoted;
    while let Some((text, after)) = rest.split_once('"') {
        field += text;
        rest = after;
        let Some(more) = after.strip_prefix('"') else {
            return (field, rest);
        };
        field.push('"');
        rest = more;
    }
    (field + rest, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_as_they_were_written() {
        assert_eq!(fields("a,\"b,c\",,\"d\""), ["a", "b,c", "", "d"]);
        assert_eq!(fields("\"a \"\"1\"\"\","), ["a \"1\"", ""]);
        let columns = ["x".to_owned(), "y".to_owned()];
        let row = serde_json::json!({ "x": "say \"a, b\"", "y": [1, 2.5] });
        let text = text(&columns, &[row]);
        assert_eq!(text, "x,y\n\"say \"\"a, b\"\"\",1 2.5\n");
        assert_eq!(
            fields(text.lines().nth(1).unwrap()),
            ["say \"a, b\"", "1 2.5"]
        );
    }
}
