import text from 'messages:exports';
import type { AccessLevel, Export, ExportFile, ExportFormat, Setting, Timestamp } from '@/api/types';
import { formatDuration, formatList } from '@/components/format';

/** The formats of exports, the one for most analysts first. */
export const formats: ExportFormat[] = ['parquet', 'csv', 'ndjson', 'sqlite'];

/** Proper names, the same in every language. */
export const formatNames: Record<ExportFormat, string> = {
  parquet: 'Parquet',
  csv: 'CSV',
  ndjson: 'NDJSON',
  sqlite: 'SQLite',
};

export const namesOfFormats = (entry: { formats: ExportFormat[] }) =>
  formatList(formats.filter((format) => entry.formats.includes(format)).map((format) => formatNames[format]));

/** Who started an export. */
export const startedBy = ({ is_scheduled, actor_name }: Export) =>
  is_scheduled ? text('dailyScheduleActor') : actor_name;

/** How long an export took. */
export function durationOf({ started_at, finished_at }: Export): string | undefined {
  if (!finished_at) return undefined;
  const milliseconds = Date.parse(finished_at) - Date.parse(started_at);
  return milliseconds < 1000 ? text('lessThanASecond') : formatDuration(milliseconds);
}

export const totalSize = ({ files }: { files: ExportFile[] }) =>
  files.reduce((sum, { size }) => sum + size, 0);

/** The number of records of all resources. Each format contains all of them. */
export function totalRecords({ files }: Export): number {
  const rows = formats.map((format) =>
    files.filter((file) => file.format === format).reduce((sum, file) => sum + file.rows, 0),
  );
  return Math.max(0, ...rows);
}

/** Files of one format, or those that describe the export. */
export interface FileGroup {
  key: ExportFormat | 'description';
  label: string;
  files: ExportFile[];
}

/** The files by format; then those that describe the export. */
export function groupFiles(files: ExportFile[]): FileGroup[] {
  const group = (key: FileGroup['key'], label: string, format: ExportFormat | null): FileGroup => ({
    key,
    label,
    files: files.filter((file) => file.format === format),
  });
  return [
    ...formats.map((format) => group(format, formatNames[format], format)),
    group('description', text('about'), null),
  ].filter((each) => each.files.length > 0);
}

/** What a server exports each day, as its settings say. */
export interface Schedule {
  /** The time of day, such as `02:30`; `undefined` if there is no schedule. */
  at?: string;
  timeZone: string;
  levels: AccessLevel[];
  clients: string[];
  formats: ExportFormat[];
  keepDays: number;
}

export function scheduleOf(settings: Setting[]): Schedule {
  const value = (name: string) => settings.find((setting) => setting.name === name)?.value ?? '';
  const list = (name: string) =>
    value(name)
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean);
  return {
    at: value('export-at') || undefined,
    timeZone: value('time-zone') || 'UTC',
    levels: list('export-access') as AccessLevel[],
    clients: list('export-clients'),
    formats: list('export-formats') as ExportFormat[],
    keepDays: Number(value('export-keep-days')) || 0,
  };
}

/** When an export is deleted. */
export const deletedAt = ({ started_at }: Export, { keepDays }: Schedule): Timestamp =>
  new Date(Date.parse(started_at) + keepDays * 86_400_000).toISOString();
