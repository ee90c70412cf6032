/*
 * The samples are generated here and not by `@scalar/snippetz`: with version 0.10.2, only its curl and Go output passes
 * `tests/samples.test.ts` and `e2e/platform/reference.spec.ts`. Of a PATCH with the body
 * `{"file": {"name": "…\nand more", "empty": {}}}`, Ruby sends invalid JSON (the heredoc turns `\n` into a line break), and
 * PHP and R send `"empty": []`. The Python output does not import `requests`, PHP lacks `<?php`, Java has neither imports
 * nor a class, and C# lacks `using System.Net.Http.Headers`, so none of them runs as copied. JavaScript ignores the
 * response, no language reports an error response, and TypeScript is not supported.
 */

import { csharp } from './csharp';
import { curl, curlToken } from './curl';
import { go } from './go';
import { java } from './java';
import { javascript, typescript } from './javascript';
import type { Language } from './languages';
import type { CodeGenerator } from './literals';
import { php } from './php';
import { python } from './python';
import { r } from './r';
import { buildRequest, type RequestTemplate } from './request';
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

/** Returns a program that sends the request of an operation. In curl, it needs the token of `tokenSample`. */
export const sample = (language: Language, template: RequestTemplate, values: SampleValues) =>
  generators[language](sampleProgram(template, values));

/** The commands that get a token for samples in curl. */
export const tokenSample = (tokenRequest: RequestTemplate, server: string) =>
  curlToken(buildRequest(tokenRequest, { server, values: new Map() }));

/** Returns a program that gets a token, if it needs one, and sends the request of an operation. */
export function completeSample(language: Language, template: RequestTemplate, values: SampleValues): string {
  const program = sample(language, template, values);
  const { tokenRequest, token, server } = values;
  const isIncomplete = language === 'curl' && template.token && tokenRequest && token === undefined;
  return isIncomplete ? `${tokenSample(tokenRequest, server)}\n\n${program}` : program;
}
