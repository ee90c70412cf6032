import { execFileSync } from 'node:child_process';
import { createContext, Script } from 'node:vm';

type Cell = string | number | boolean | Date;
interface Options {
  method?: string;
  contentType?: string;
  payload?: string;
  headers?: Record<string, string>;
}

/** A sheet: texts that start with an apostrophe are stored without it, other texts must not be formulas. */
export class Sheet {
  values: Cell[][] = [];
  writes = 0;

  getDataRange() {
    return { getValues: () => (this.values.length ? this.values.map((row) => [...row]) : [['']]) };
  }

  clearContents() {
    this.values = [];
  }

  setFrozenRows() {}

  getRange(row: number, column: number, rows: number, columns: number) {
    if (row !== 1 || column !== 1) throw new Error('The stub writes from the first cell only.');
    return {
      setValues: (values: Cell[][]) => {
        if (values.length !== rows || values.some((line) => line.length !== columns)) {
          throw new Error('The number of rows or columns in the data does not match the range.');
        }
        this.values = values.map((line) => line.map(stored));
        this.writes += 1;
      },
    };
  }
}

function stored(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell;
  if (/^[=+]/.test(cell)) throw new Error(`${cell} would be executed as a formula`);
  return cell.replace(/^'/, '');
}

interface Trigger {
  handler: string;
  getHandlerFunction(): string;
}

/** The services of Google Apps Script that a script uses, in memory; requests are sent for real. */
export class AppsScript {
  readonly properties = new Map<string, string>();
  readonly sheets = new Map<string, Sheet>();
  readonly requests: string[] = [];
  triggers: Trigger[] = [];
  /** How long a request takes, on the clock of the script. */
  requestMs = 0;
  private clock = Date.now();
  private readonly context: Record<string, unknown>;

  constructor(code: string) {
    this.context = createContext(this.services());
    new Script(`${code}\nDate.now = () => clock();`).runInContext(this.context);
  }

  /** Calls a function of the script. */
  call(name: string): void {
    new Script(`${name}()`).runInContext(this.context);
  }

  private services() {
    const { properties, sheets } = this;
    const trigger = (handler: string) => {
      const created = { handler, getHandlerFunction: () => handler };
      const builder: Record<string, () => unknown> = { create: () => this.triggers.push(created) };
      for (const step of ['timeBased', 'everyDays', 'atHour', 'onWeekDay', 'after']) {
        builder[step] = () => builder;
      }
      return builder;
    };
    const spreadsheet = {
      getSheetByName: (name: string) => sheets.get(name) ?? null,
      insertSheet: (name: string) => {
        const sheet = new Sheet();
        sheets.set(name, sheet);
        return sheet;
      },
    };
    return {
      clock: () => this.clock,
      UrlFetchApp: { fetch: (url: string, options: Options) => this.fetch(url, options) },
      SpreadsheetApp: { getActive: () => spreadsheet },
      PropertiesService: {
        getScriptProperties: () => ({
          getProperty: (key: string) => properties.get(key) ?? null,
          setProperty: (key: string, value: string) => properties.set(key, value),
          deleteProperty: (key: string) => properties.delete(key),
        }),
      },
      LockService: { getScriptLock: () => ({ tryLock: () => true, releaseLock: () => undefined }) },
      ScriptApp: {
        WeekDay: { SUNDAY: 'SUNDAY' },
        newTrigger: trigger,
        getProjectTriggers: () => [...this.triggers],
        deleteTrigger: (old: Trigger) => {
          this.triggers = this.triggers.filter((kept) => kept !== old);
        },
      },
    };
  }

  /** Apps Script sends requests synchronously, so another process does it here. */
  private fetch(url: string, { method = 'get', contentType, payload, headers = {} }: Options) {
    this.requests.push(url);
    this.clock += this.requestMs;
    const sent = contentType ? { ...headers, 'Content-Type': contentType } : headers;
    const output = execFileSync(
      'curl',
      [
        [
          '--silent',
          '--globoff',
          '--write-out',
          '\n%header{link}\n%{http_code}',
          '--request',
          method.toUpperCase(),
          url,
        ],
        Object.entries(sent).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
        payload === undefined ? [] : ['--data-binary', payload],
      ].flat(),
      { encoding: 'utf8', maxBuffer: 1e8 },
    );
    const lines = output.split('\n');
    const [link, status] = lines.splice(-2);
    return {
      getResponseCode: () => Number(status),
      getHeaders: () => ({ link }),
      getContentText: () => lines.join('\n'),
    };
  }
}
