import { type ChangeEvent, useState } from 'react';
import type { RequestTemplate } from '../samples/request';
import { bodyWithFile } from './enteredRequest';
import type { Entry } from './session';
import styles from './styles.module.css';

interface BodyInputProps {
  template: RequestTemplate;
  entry: Entry;
  onChange: (change: Entry) => void;
}

/** The request body as text, and a file picker if a field of it takes the content of a file. */
export default function BodyInput({ template, entry, onChange }: BodyInputProps) {
  const [failure, setFailure] = useState('');
  const body = entry.body ?? template.body?.text ?? '';

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0];
    if (!chosen) return;
    try {
      const file = { name: chosen.name, base64: await base64Of(chosen) };
      onChange({ body: bodyWithFile(template, body, file), file });
      setFailure('');
    } catch (error) {
      const reason = error instanceof SyntaxError ? 'The request body is not valid JSON.' : String(error);
      setFailure(`Cannot add the file: ${reason}`);
    }
  };

  return (
    <>
      {template.body?.file && (
        <label className={styles.label}>
          File to upload
          <input type="file" onChange={choose} />
        </label>
      )}
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <label className={styles.label}>
        Request body
        <textarea
          rows={Math.min(16, body.split('\n').length + 1)}
          spellCheck={false}
          value={body}
          onChange={({ target }) => onChange({ body: target.value })}
        />
      </label>
    </>
  );
}

/** The content of a file as Base64. A data URL is the only encoder of browsers that copes with large files. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
