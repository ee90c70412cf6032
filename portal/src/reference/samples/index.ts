import { csharp } from './csharp';
import { curl } from './curl';
import { go } from './go';
import { java } from './java';
import { javascript, typescript } from './javascript';
import type { Language } from './languages';
import { php } from './php';
import { python } from './python';
import { r } from './r';
import { type RequestTemplate, sampleRequest } from './request';
import { ruby } from './ruby';
import type { Writer } from './writing';

const writers: Record<Language, Writer> = {
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

/** A program that sends the operation's request. */
export const sample = (language: Language, template: RequestTemplate, server: string) =>
  writers[language](sampleRequest(template, server));
