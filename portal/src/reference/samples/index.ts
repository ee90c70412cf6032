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
import { type RequestTemplate, sampleRequest } from './request';
import { ruby } from './ruby';

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
export const sample = (language: Language, template: RequestTemplate, server: string) =>
  generators[language](sampleRequest(template, server));
