//! Instance sets of the literature.

use std::io;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use taquin::{Limits, data};
use taquin_app::RefusalKind;
use taquin_app::answer;
use taquin_lab::{CellKind, CellValue, parquet};
use utoipa::{IntoParams, ToSchema};

use super::Shared;
use crate::address::Client;
use crate::openapi::Binary;
use crate::problem::Fault;

/// All instance sets.
#[derive(Serialize, ToSchema)]
pub(crate) struct Datasets {
    /// The sets.
    datasets: Vec<answer::Dataset>,
}

impl Datasets {
    fn all() -> Self {
        Self {
            datasets: data::DATASETS.iter().map(answer::Dataset::from).collect(),
        }
    }
}

/// Names and contents of the answers as files, for a site without a service.
pub(crate) fn files() -> impl Iterator<Item = (String, Vec<u8>)> {
    let list = (
        "datasets.json".to_owned(),
        serde_json::to_vec(&Datasets::all()),
    );
    let sets = data::DATASETS.iter().map(|set| {
        let name = format!("datasets/{}.json", set.name);
        (name, serde_json::to_vec(&Rows::of(set)))
    });
    std::iter::once(list)
        .chain(sets)
        .filter_map(|(name, content)| Some((name, content.ok()?)))
}

/// Lists the instance sets.
#[utoipa::path(get, operation_id = "list_datasets", path = "/datasets", tag = "boards", responses((status = 200, body = Datasets)))]
pub(crate) async fn list() -> Response {
    kept(Json(Datasets::all()))
}

/// An answer that changes with the program only.
fn kept(answer: impl IntoResponse) -> Response {
    let kept = [(header::CACHE_CONTROL, "public, max-age=3600")];
    (kept, answer).into_response()
}

/// Output format of a set.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Form {
    /// Output format; default: `json`.
    #[serde(default)]
    #[param(inline)]
    format: Format,
}

#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Format {
    /// A JSON object with all rows.
    #[default]
    Json,
    /// JSON lines, one per row.
    Ndjson,
    /// Comma-separated rows with a header.
    Csv,
    /// A Parquet file.
    Parquet,
}

/// A set with its rows.
#[derive(Serialize, ToSchema)]
pub(crate) struct Rows {
    #[serde(flatten)]
    set: answer::Dataset,
    /// The instances, in the order of the source.
    rows: Vec<answer::DatasetRow>,
}

impl Rows {
    fn of(set: &'static data::Dataset) -> Self {
        Self {
            set: answer::Dataset::from(set),
            rows: answer::dataset_rows(set).collect(),
        }
    }
}

/// An instance set.
#[utoipa::path(get, operation_id = "get_dataset", path = "/datasets/{name}", tag = "boards",
    params(("name" = String, Path, description = "The set's name"), Form),
    responses((status = 200, description = "The rows",
        content((Rows = "application/json"), (String = "application/x-ndjson"), (String = "text/csv"),
            (inline(Binary) = "application/vnd.apache.parquet")))))]
pub(crate) async fn get(
    State(service): State<Shared>,
    client: Client,
    Path(name): Path<String>,
    form: Result<Query<Form>, QueryRejection>,
) -> Result<Response, Fault> {
    let Query(form) = form.map_err(|error| Fault::member("/format", "query", error.body_text()))?;
    let set = data::by_name(&name)
        .map_err(|error| Fault::new(RefusalKind::NotFound, error.to_string()))?;
    // The largest takes milliseconds and a hundred kilobytes.
    let limits = Limits {
        memory: Some(4 << 20),
        ..Limits::default()
    };
    let write = move |_: &_| written(set, form.format);
    let answer = service.quick.run(client.0, limits, write).await?;
    Ok(kept(answer.map_err(Fault::internal)?))
}

/// A set in a format.
fn written(set: &'static data::Dataset, format: Format) -> io::Result<Response> {
    let rows = answer::dataset_rows(set);
    let typed = |media_type, text: String| ([(header::CONTENT_TYPE, media_type)], text);
    Ok(match format {
        Format::Json => Json(Rows::of(set)).into_response(),
        Format::Ndjson => {
            let line = |row| serde_json::to_string(&row).unwrap_or_default() + "\n";
            typed("application/x-ndjson", rows.map(line).collect()).into_response()
        }
        Format::Csv => typed("text/csv; charset=utf-8", comma_separated(rows)).into_response(),
        Format::Parquet => {
            let bytes = table(rows)?;
            let name = format!("attachment; filename=\"{}.parquet\"", set.name);
            let headers = [
                (header::CONTENT_TYPE, parquet::MEDIA_TYPE.to_owned()),
                (header::CONTENT_DISPOSITION, name),
            ];
            (headers, bytes).into_response()
        }
    })
}

/// The rows as RFC 4180 has them.
fn comma_separated(rows: impl Iterator<Item = answer::DatasetRow>) -> String {
    let mut text = COLUMNS.map(|(name, _)| name).join(",") + "\r\n";
    for row in rows {
        let number = |n: Option<u32>| n.map(|n| n.to_string()).unwrap_or_default();
        let fields = [
            row.id,
            row.board,
            row.goal,
            number(row.optimal),
            number(row.known),
            row.source,
        ];
        let quoted: Vec<String> = fields.iter().map(|field| quote(field)).collect();
        text.push_str(&quoted.join(","));
        text.push_str("\r\n");
    }
    text
}

/// The columns of a set as a table.
const COLUMNS: [(&str, CellKind); 6] = [
    ("id", CellKind::Text),
    ("board", CellKind::Text),
    ("goal", CellKind::Text),
    ("optimal", CellKind::Number),
    ("known", CellKind::Number),
    ("source", CellKind::Text),
];

/// The rows as a Parquet file.
fn table(rows: impl Iterator<Item = answer::DatasetRow>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut table = parquet::Writer::new(&mut bytes, COLUMNS)?;
    for row in rows {
        let number = |n: Option<u32>| n.map_or(CellValue::Empty, |n| CellValue::Number(n.into()));
        table.row([
            CellValue::Text(&row.id),
            CellValue::Text(&row.board),
            CellValue::Text(&row.goal),
            number(row.optimal),
            number(row.known),
            CellValue::Text(&row.source),
        ])?;
    }
    table.finish()?;
    Ok(bytes)
}

/// A field as RFC 4180 writes it.
fn quote(field: &str) -> String {
    if field.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
