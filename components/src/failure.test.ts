import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { missingKey, noResponse, problem } from './failure';

beforeAll(() => {
  vi.stubGlobal('location', { origin: 'https://www.city.example' });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

test('a problem has the code after the number sign, what happened, and what to do', () => {
  const failure = problem({
    type: 'https://x.example/guides/reference-problems#revoked-client',
    title: 'Revoked client',
    detail: 'The client is disabled.',
    request_id: 'r-1',
  });
  expect(failure.code).toBe('revoked-client');
  expect(failure.message).toBe(
    'Revoked client. The client is disabled. Ask an administrator to enable the client, or create a key: ' +
      'folkmoot clients create NAME --publishable --origins https://www.city.example (request r-1)',
  );
  expect(failure.allowedLocales).toBeUndefined();
});

test('a problem of the locale names the locales of the platform', () => {
  const body = { type: '#invalid-parameter-value', title: 'x', detail: 'y', allowed_values: ['nl-BE', 'en'] };
  expect(problem({ ...body, parameter_name: 'locale' }).allowedLocales).toEqual(['nl-BE', 'en']);
  expect(problem({ ...body, parameter_name: 'sort' }).allowedLocales).toBeUndefined();
});

test('a problem without a number sign in its type has a code, too', () => {
  expect(problem({ type: 'about:blank' }).code).toBe('unknown-problem');
});

test('failures of the browser and of the page name the origin', () => {
  expect(noResponse('https://x.example/').message).toContain(
    'is https://www.city.example among its origins?',
  );
  expect(missingKey().message).toContain('--origins https://www.city.example');
});
