//! Rewrites of the document into what client generators and validators read.
//!
//! Rust's flattened members become `allOf`, which generators drop where a part is a choice; here they
//! become plain objects. A choice that is flattened becomes a choice of objects.

use serde_json::{Map, Value, json};

/// Rewrites the whole document.
pub(super) fn simplify(document: &mut Value) {
    describe_answers(document);
    let schemas = document["components"]["schemas"].clone();
    if let Some(own) = document["components"]["schemas"].as_object_mut() {
        for schema in own.values_mut() {
            if let Some(flat) = flatten(schema, &schemas) {
                *schema = flat;
            }
        }
        name_choices(own);
    }
    walk(document);
}

/// Gives the objects of a choice names of their own, as far as they have a kind or a title: generators
/// that make up names for them make the same one up twice.
fn name_choices(schemas: &mut Map<String, Value>) {
    let mut named = Vec::new();
    for (name, schema) in schemas.iter_mut() {
        let choices = schema.get_mut("oneOf").and_then(Value::as_array_mut);
        for choice in choices.into_iter().flatten() {
            let kind = &choice["properties"]["kind"]["enum"][0];
            let Some(word) = choice["title"].as_str().or(kind.as_str()) else {
                continue;
            };
            let own = format!("{}{name}", capitalised(word));
            let to = json!({ "$ref": format!("#/components/schemas/{own}") });
            let mut object = std::mem::replace(choice, to);
            if let Some(members) = object.as_object_mut() {
                members.remove("title");
            }
            named.push((own, object));
        }
    }
    schemas.extend(named);
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Gives every response without a description the summary of its operation, because OpenAPI requires
/// one.
fn describe_answers(document: &mut Value) {
    let paths = document["paths"].as_object_mut();
    let operations = paths
        .into_iter()
        .flat_map(|paths| paths.values_mut())
        .filter_map(Value::as_object_mut)
        .flat_map(|path| path.values_mut())
        .filter(|operation| operation.is_object());
    for operation in operations {
        let summary = operation["summary"].clone();
        let responses = operation["responses"].as_object_mut();
        for response in responses.into_iter().flat_map(|all| all.values_mut()) {
            if response["description"].as_str().is_none_or(str::is_empty) {
                response["description"] = summary.clone();
            }
        }
    }
}

/// A schema of `allOf` as one object, or as a choice of objects.
fn flatten(schema: &Value, schemas: &Value) -> Option<Value> {
    let mut objects = vec![object()];
    for part in schema["allOf"].as_array()? {
        let part = resolve(part, schemas);
        let choices = match part["oneOf"].as_array() {
            Some(choices) => choices.iter().map(|one| titled(one, schemas)).collect(),
            None => vec![flatten(part, schemas).unwrap_or_else(|| part.clone())],
        };
        objects = objects
            .iter()
            .flat_map(|before| choices.iter().map(|choice| merge(before, choice)))
            .collect();
    }
    let mut flat = match <[Value; 1]>::try_from(objects) {
        Ok([one]) => one,
        Err(several) => json!({ "oneOf": several }),
    };
    if let Some(words) = schema.get("description") {
        flat["description"] = words.clone();
    }
    Some(flat)
}

fn object() -> Value {
    json!({"type": "object", "required": [], "properties": {}})
}

/// The target of a reference.
fn resolve<'a>(schema: &'a Value, schemas: &'a Value) -> &'a Value {
    let name = schema["$ref"].as_str().and_then(|to| to.rsplit('/').next());
    name.map_or(schema, |name| &schemas[name])
}

/// The target of a reference, under its name there.
fn titled(schema: &Value, schemas: &Value) -> Value {
    let mut resolved = resolve(schema, schemas).clone();
    if let Some(name) = schema["$ref"].as_str().and_then(|to| to.rsplit('/').next()) {
        resolved["title"] = name.into();
    }
    resolved
}

/// An object with the members of both.
fn merge(one: &Value, other: &Value) -> Value {
    let mut both = object();
    for part in [one, other] {
        if let Some(title) = part.get("title") {
            both["title"] = title.clone();
        }
        let members = part["properties"].as_object().cloned();
        let required = part["required"].as_array().cloned();
        if let Some(all) = both["properties"].as_object_mut() {
            all.extend(members.unwrap_or_default());
        }
        if let Some(all) = both["required"].as_array_mut() {
            all.extend(required.unwrap_or_default());
        }
    }
    both
}

/// Rewrites what is wrong in small: a default of nothing makes a member required for some generators,
/// and a whole number is a number too.
fn walk(value: &mut Value) {
    match value {
        Value::Object(members) => {
            drop_null_default(members);
            drop_overlap(members);
            members.values_mut().for_each(walk);
        }
        Value::Array(items) => items.iter_mut().for_each(walk),
        _ => {}
    }
}

fn drop_null_default(members: &mut Map<String, Value>) {
    if members.get("default").is_some_and(Value::is_null) {
        members.remove("default");
    }
}

fn drop_overlap(members: &mut Map<String, Value>) {
    let Some(choices) = members.get_mut("oneOf").and_then(Value::as_array_mut) else {
        return;
    };
    if choices.iter().any(|choice| choice["type"] == "number") {
        choices.retain(|choice| choice["type"] != "integer");
    }
}
