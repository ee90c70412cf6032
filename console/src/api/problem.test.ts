import { describe, expect, test } from 'vitest';
import { hasCode, ProblemError, parameterError, problemOf } from './problem';

const document = {
  type: 'https://developers.ashford.example/guides/reference-problems#invalid-parameters',
  title: 'Invalid parameters',
  status: 422,
  detail: "'client_id' is required at the level pseudonymous.",
  parameter_name: 'client_id',
};

describe('errors of the admin API', () => {
  test('the fragment of the type is the code', async () => {
    const error = await problemOf(Response.json(document, { status: 422 }));
    expect(error.code).toBe('invalid-parameters');
    expect(hasCode(error, 'invalid-parameters')).toBe(true);
    expect(error.message).toBe(document.detail);
  });

  test('an error of a proxy has a status and no code', async () => {
    const error = await problemOf(new Response('<html>', { status: 502 }));
    expect(error.status).toBe(502);
    expect(error.code).toBe('');
  });

  test('an error belongs to the field that it names', () => {
    const error = new ProblemError(document);
    expect(parameterError(error, 'client_id')).toBe(document.detail);
    expect(parameterError(error, 'formats')).toBeUndefined();
    expect(parameterError(new Error('other'), 'client_id')).toBeUndefined();
  });
});
