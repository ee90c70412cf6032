import { describe, expect, test } from 'vitest';
import type { Export, ExportFile, Setting } from '@/api/types';
import { deletedAt, durationOf, groupFiles, scheduleOf, totalRecords } from './exports';

const file = (name: string, format: ExportFile['format'], rows: number): ExportFile => ({
  id: name,
  name,
  resource: format && format !== 'sqlite' ? (name.split('.')[0] as string) : null,
  format,
  rows,
  size: 10,
  sha256: '',
});

const files = [
  file('README.md', null, 0),
  file('ideas.csv', 'csv', 7),
  file('ideas.parquet', 'parquet', 7),
  file('topics.csv', 'csv', 2),
  file('topics.parquet', 'parquet', 2),
];

const setting = (name: string, value: string | null) => ({ name, value }) as Setting;

describe('exports', () => {
  test('files are grouped by format, and what describes the export is last', () => {
    expect(groupFiles(files).map(({ label, files: each }) => [label, each.length])).toEqual([
      ['Parquet', 2],
      ['CSV', 2],
      ['About', 1],
    ]);
  });

  test('records count once, however many formats contain them', () => {
    expect(totalRecords({ files } as Export)).toBe(9);
    expect(totalRecords({ files: [file('folkmoot.sqlite', 'sqlite', 12)] } as Export)).toBe(12);
    expect(totalRecords({ files: [] as ExportFile[] } as Export)).toBe(0);
  });

  test('the duration', () => {
    const started_at = '2026-11-22T02:30:00.000Z';
    expect(durationOf({ started_at, finished_at: null } as Export)).toBeUndefined();
    expect(durationOf({ started_at, finished_at: '2026-11-22T02:30:00.300Z' } as Export)).toBe(
      'less than 1 s',
    );
    expect(durationOf({ started_at, finished_at: '2026-11-22T02:31:05.000Z' } as Export)).toBe('1 min 5 s');
  });

  test('the schedule is read from the settings', () => {
    const schedule = scheduleOf([
      setting('export-at', '02:30'),
      setting('export-access', 'public, anonymous'),
      setting('export-clients', null),
      setting('export-formats', 'parquet,csv'),
      setting('export-keep-days', '7'),
      setting('time-zone', 'Europe/Brussels'),
    ]);
    expect(schedule).toEqual({
      at: '02:30',
      timeZone: 'Europe/Brussels',
      levels: ['public', 'anonymous'],
      clients: [],
      formats: ['parquet', 'csv'],
      keepDays: 7,
    });
    expect(scheduleOf([]).at).toBeUndefined();
    expect(deletedAt({ started_at: '2026-11-22T02:30:00.000Z' } as Export, schedule)).toBe(
      '2026-11-29T02:30:00.000Z',
    );
  });
});
