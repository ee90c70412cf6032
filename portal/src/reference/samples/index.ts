/*
 * The samples are generated here and not by `@scalar/snippetz`: with version 0.10.2, only its curl and Go output passes
 * `tests/samples.test.ts` and `e2e/platform/reference.spec.ts`. Of a PATCH with the body
 * `{"file": {"name": "…\nand more", "empty": {}}}`, Ruby sends invalid JSON (the heredoc turns `\n` into a line break), and
 * PHP and R send `"empty": []`. The Python output does not import `requests`, PHP lacks `<?php`, Java has neither imports
 * nor a class, and C# lacks `using System.Net.Http.Headers`, so none of them runs as copied. JavaScript ignores the
 * response, no language reports an error response, and TypeScript is not supported.
 */

import { csharp } from './csharp';
import { curl } from './curl';
import { go } from './go';
import { java } from './java';
import { javascript, typescript } from './javascript';
import type { Language } from './languages';
import type { CodeGenerator } from './literals';
import { php } from './php';
import { python } from './python';
import { r } from './r';
import type { RequestTemplate } from './request';
import { ruby } from './ruby';
import { type SampleValues, sampleProgram } from './sampleProgram';

const generators: Record<Language, CodeGenerator> = {
  curl,
  javascript,
  typescript,
  python,
  ruby,
  php,
  go,
  java,
  csharp,
  r,
};

/** Returns a program that sends the request of an operation. */
export const sample = (language: Language, template: RequestTemplate, values: SampleValues) =>
  generators[language](sampleProgram(template, values));
