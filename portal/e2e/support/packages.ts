import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { portal } from './build';

const dist = path.join(portal, '../dist');

/** The wheels that `make packages` built, as the value of `PYTHONPATH`: Python imports from them as if they were installed. */
export const wheels = (existsSync(dist) ? readdirSync(dist) : [])
  .filter((file) => file.endsWith('.whl'))
  .map((file) => path.join(dist, file))
  .join(path.delimiter);
