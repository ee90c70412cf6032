//! How the value of one field is selected and written at one access level.

use folkmoot_database::row_reader::RowReader;
use folkmoot_model::access::{AccessLevel, Treatment, treatment};
use folkmoot_model::resource::columns::ColumnType;
use folkmoot_model::resource::{Field, FieldType, PersonReference, RecordsWhere, Resource, Source};
use folkmoot_model::resources::RESOURCES;
use folkmoot_model::timestamp::cut_to_day;

use super::View;
use super::json::{push_json, push_quoted_timestamp, push_text, push_url, push_uuid};
use super::localised::push_localised;
use super::restricted::{push_entries, push_rounded_geo_point, push_rounded_point};
use crate::StoreError;

/// The expressions that a query selects, each once.
#[derive(Debug)]
pub struct Selection(Vec<String>);

impl Selection {
    /// A selection whose column 0 is this expression.
    pub fn starting_with(expression: &str) -> Self {
        Self(vec![expression.to_owned()])
    }

    /// The column of an expression, which is added if it is not selected yet.
    pub fn column(&mut self, expression: String) -> usize {
        self.0.iter().position(|known| *known == expression).unwrap_or_else(|| {
            self.0.push(expression);
            self.0.len() - 1
        })
    }

    /// The number of columns.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The expressions, separated by commas.
    pub fn sql(&self) -> String {
        self.0.join(", ")
    }
}

/// Writes the value of a field.
#[derive(Debug)]
pub struct ValueEncoder {
    column: usize,
    format: ValueFormat,
}

#[derive(Debug)]
enum ValueFormat {
    Uuid,
    Text,
    Date,
    Integer,
    Boolean,
    Timestamp,
    Json,
    Localised,
    PlatformUrl(&'static str),
    DownloadUrl,
    /// This instead of any value; nothing is selected.
    Constant(&'static str),
    /// A pseudonym, whose kind may depend on a boolean column.
    Pseudonym(PersonReference, Option<usize>),
    /// A UUID that is withheld where a boolean column is true.
    UuidUnless(usize),
    /// The day of a timestamp, in the records in which a boolean column is true, or in all.
    Day(Option<usize>),
    /// A counter that is withheld while the votes of the record are secret, and the columns with the parts of it that belong to
    /// running and to ended votes.
    VoteResult(Option<(usize, usize)>),
    RoundedPoint,
    RoundedGeoPoint,
    /// The shareable entries of the resource's answers.
    Answers(&'static str),
}

/// What the values of a record depend on beside its row.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The view of the client.
    pub view: &'a View,
    /// Whether the votes of the record are secret.
    pub are_votes_hidden: bool,
}

impl ValueEncoder {
    /// The encoder of a field at a level. Adds what it reads to `selection`: a value that the level does not see is not
    /// read.
    pub fn new(resource: &Resource, field: &Field, level: AccessLevel, selection: &mut Selection) -> Self {
        let format = match treatment(level, resource, field) {
            Treatment::Withheld(replacement, None) => {
                return Self { column: 0, format: ValueFormat::Constant(replacement.json()) };
            }
            Treatment::Withheld(_, Some(records)) => {
                ValueFormat::UuidUnless(selection.column(condition(records)))
            }
            Treatment::Pseudonym(reference) => {
                let records = match reference {
                    PersonReference::Always(_) => None,
                    PersonReference::Only(records, _) => Some(records),
                    PersonReference::Either([(first, _), (second, _)]) => {
                        let is_either = format!("{} OR {}", condition(first), condition(second));
                        let id = format!("CASE WHEN {is_either} THEN this.{} END", field.column_name());
                        let format =
                            ValueFormat::Pseudonym(reference, Some(selection.column(condition(first))));
                        return Self { column: selection.column(id), format };
                    }
                };
                ValueFormat::Pseudonym(reference, records.map(|records| selection.column(condition(records))))
            }
            Treatment::TruncatedToDay => {
                let records = resource.timestamps_cut_where.filter(|condition| *condition != "TRUE");
                ValueFormat::Day(records.map(|condition| selection.column(format!("({condition})"))))
            }
            Treatment::Rounded if field.kind == FieldType::GeoPoint => ValueFormat::RoundedGeoPoint,
            Treatment::Rounded => ValueFormat::RoundedPoint,
            Treatment::AllowedKeysOnly => ValueFormat::Answers(resource.names.plural),
            Treatment::WithheldWhileVoting => ValueFormat::VoteResult(field.secret_parts.map(|parts| {
                let mut column = |name| selection.column(format!("this.{name}"));
                (column(parts.running), column(parts.ended))
            })),
            Treatment::PublicCounter(counter) => {
                return Self {
                    column: selection.column(format!("this.{counter}")),
                    format: ValueFormat::Integer,
                };
            }
            Treatment::PublicReference(target) => {
                let id = public_id(target, field);
                return Self { column: selection.column(id), format: ValueFormat::Uuid };
            }
            Treatment::Shown => value_format(field),
        };
        Self { column: selection.column(expression(resource, field)), format }
    }

    /// Appends the value. Returns `false` and appends nothing if it is null.
    pub fn write(
        &self,
        row: &(impl RowReader + ?Sized),
        Context { view, are_votes_hidden }: Context<'_>,
        out: &mut Vec<u8>,
    ) -> Result<bool, StoreError> {
        let column = self.column;
        match self.format {
            ValueFormat::Uuid => Ok(row.uuid(column)?.map(|id| push_uuid(out, id)).is_some()),
            ValueFormat::Text => row.text(column)?.map_or(Ok(false), |text| push_text(out, text)),
            ValueFormat::Date => row.date(column)?.map_or(Ok(false), |date| push_text(out, &date)),
            ValueFormat::VoteResult(_) if are_votes_hidden => Ok(false),
            ValueFormat::VoteResult(Some(parts)) => {
                let secret = secret_part(row, view, parts)?;
                row.integer(column)?.map_or(Ok(false), |number| push_json(out, &(number - secret).max(0)))
            }
            ValueFormat::Integer | ValueFormat::VoteResult(None) => {
                row.integer(column)?.map_or(Ok(false), |number| push_json(out, &number))
            }
            ValueFormat::Boolean => row.boolean(column)?.map_or(Ok(false), |value| push_json(out, &value)),
            ValueFormat::Timestamp => {
                Ok(row.integer(column)?.map(|timestamp| push_quoted_timestamp(out, timestamp)).is_some())
            }
            ValueFormat::Json => Ok(row.json(column)?.map(|json| out.extend_from_slice(json)).is_some()),
            ValueFormat::Localised => match row.json(column)? {
                Some(map) => push_localised(out, map, &view.locales),
                None => Ok(false),
            },
            ValueFormat::PlatformUrl(path) => match row.text(column)? {
                Some(slug) => push_url(out, &view.platform_url, path, slug),
                None => Ok(false),
            },
            ValueFormat::DownloadUrl => match row.uuid(column)? {
                Some(id) => match &view.downloads {
                    Some(downloads) => push_text(out, &downloads.of(uuid::Uuid::from_bytes(id))),
                    None => Err(StoreError::Value("a download URL was requested for no client".to_owned())),
                },
                None => Ok(false),
            },
            _ => self.write_restricted(row, view, out),
        }
    }

    /// Appends a value of which the level sees a part.
    fn write_restricted(
        &self,
        row: &(impl RowReader + ?Sized),
        view: &View,
        out: &mut Vec<u8>,
    ) -> Result<bool, StoreError> {
        let (column, settings) = (self.column, view.access.settings());
        match self.format {
            ValueFormat::Constant(json) => out.extend_from_slice(json.as_bytes()),
            ValueFormat::Pseudonym(reference, condition) => {
                let is_listed = is_true(row, condition)?;
                let Some(id) = row.uuid(column)? else { return Ok(false) };
                push_uuid(out, shown_id(view, reference, is_listed, id)?);
            }
            ValueFormat::UuidUnless(condition) if is_true(row, Some(condition))? => return Ok(false),
            ValueFormat::UuidUnless(_) => {
                return Ok(row.uuid(column)?.map(|id| push_uuid(out, id)).is_some());
            }
            ValueFormat::Day(condition) => {
                let is_cut = condition.is_none() || is_true(row, condition)?;
                let cut = |timestamp| if is_cut { cut_to_day(timestamp) } else { timestamp };
                return Ok(row.integer(column)?.map(|time| push_quoted_timestamp(out, cut(time))).is_some());
            }
            ValueFormat::RoundedPoint => {
                let point = row.text(column)?;
                let decimals = settings.coordinate_decimals;
                return point.map_or(Ok(false), |point| push_rounded_point(out, point, decimals));
            }
            ValueFormat::RoundedGeoPoint => {
                let point = row.json(column)?;
                let decimals = settings.coordinate_decimals;
                return Ok(point.is_some_and(|point| push_rounded_geo_point(out, point, decimals)));
            }
            ValueFormat::Answers(plural) => {
                return match row.json(column)? {
                    Some(answers) => push_entries(out, answers, settings.shareable.keys(plural)),
                    None => Ok(false),
                };
            }
            _ => return Err(StoreError::Value("a value has no format".to_owned())),
        }
        Ok(true)
    }
}

/// The part of the result of a vote that belongs to secret votes.
fn secret_part(
    row: &(impl RowReader + ?Sized),
    view: &View,
    (running, ended): (usize, usize),
) -> Result<i64, StoreError> {
    let mut secret = 0;
    for (state, column) in [("running", running), ("ended", ended)] {
        if view.access.hides_votes(state) {
            secret += row.integer(column)?.unwrap_or(0);
        }
    }
    Ok(secret)
}

/// The id of the record of the resource `target` that a field refers to, if that record is public, as SQL over the alias `this`.
fn public_id(target: &str, field: &Field) -> String {
    let public = RESOURCES.iter().find(|resource| resource.names.plural == target);
    let condition = public.map_or_else(|| "FALSE".to_owned(), |resource| resource.public.condition("target"));
    format!(
        "(SELECT target.id FROM {target} AS target WHERE target.id = this.{} AND {condition})",
        field.name
    )
}

/// The id of a person as the view shows it.
fn shown_id(
    view: &View,
    reference: PersonReference,
    is_listed: bool,
    id: [u8; 16],
) -> Result<[u8; 16], StoreError> {
    let Some(kind) = reference.kind(is_listed) else { return Ok(id) };
    let pseudonyms = view.access.pseudonyms();
    let pseudonyms =
        pseudonyms.ok_or_else(|| StoreError::Value("a pseudonym was requested for no client".to_owned()))?;
    Ok(pseudonyms.replace(kind, id))
}

/// Whether a boolean column is true; also if it is null, because its restriction applies then.
fn is_true(row: &(impl RowReader + ?Sized), column: Option<usize>) -> Result<bool, StoreError> {
    column.map_or(Ok(false), |column| Ok(row.boolean(column)?.unwrap_or(true)))
}

/// Whether a record is one of these, as SQL over the alias `this`.
pub fn condition(records: RecordsWhere) -> String {
    let values: Vec<_> = records.values.iter().map(|value| format!("'{value}'")).collect();
    format!("(this.{} IN ({}))", records.column, values.join(", "))
}

fn expression(resource: &Resource, field: &Field) -> String {
    match (field.source, field.kind) {
        (Source::Joined { table, column, .. }, _) => format!("{table}.{column}"),
        (Source::PlatformAddress(_), _) => "this.slug".to_owned(),
        (Source::DownloadUrl, _) => "this.id".to_owned(),
        (_, FieldType::Multiloc(of)) => {
            let column = resource.field(of).map_or_else(|| of.to_owned(), Field::column_name);
            format!("this.{column}")
        }
        _ => format!("this.{}", field.column_name()),
    }
}

fn value_format(field: &Field) -> ValueFormat {
    match (field.source, field.kind) {
        (Source::PlatformAddress(path), _) => ValueFormat::PlatformUrl(path),
        (Source::DownloadUrl, _) => ValueFormat::DownloadUrl,
        (_, FieldType::Localised) => ValueFormat::Localised,
        _ => match field.column().kind {
            ColumnType::Uuid => ValueFormat::Uuid,
            ColumnType::Text => ValueFormat::Text,
            ColumnType::Date => ValueFormat::Date,
            ColumnType::Integer => ValueFormat::Integer,
            ColumnType::Boolean => ValueFormat::Boolean,
            ColumnType::Timestamp => ValueFormat::Timestamp,
            ColumnType::Json => ValueFormat::Json,
        },
    }
}
