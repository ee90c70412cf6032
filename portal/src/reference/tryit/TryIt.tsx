import requests from '@generated/folkmoot-reference/default/requests.json';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import Method from '../content/Method';
import { keyOf } from '../samples/request';
import RequestForm from './RequestForm';
import { updateEntry, useSession } from './session';
import styles from './styles.module.css';

interface TryItProps {
  /** The id of an operation. */
  operation: string;
  onClose: () => void;
}

/** A dialog that sends requests from the browser, and follows the ids in their responses to other operations. */
export default function TryIt({ operation, onClose }: TryItProps) {
  const [followed, setFollowed] = useState<string[]>([]);
  const { entries } = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const current = followed.at(-1) ?? operation;
  const description = requests.operations[current];
  const previous = followed.length > 0 ? (followed.at(-2) ?? operation) : undefined;

  // A layout effect runs in the commit that removes the waiting panel. Otherwise no dialog is open until the next paint.
  useLayoutEffect(() => dialog.current?.showModal(), []);

  const follow = (target: string, recordId: string) => {
    const parameter = requests.operations[target]?.template.parameters.find(
      ({ in: location }) => location === 'path',
    );
    if (!parameter) return;
    const values = new Map(entries.get(target)?.values).set(keyOf(parameter), recordId);
    updateEntry(target, { values, outcome: undefined });
    setFollowed([...followed, target]);
  };

  if (!description) return null;
  const { title, template } = description;
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onClose={onClose}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
        <p>
          <Method method={template.method} /> <code translate="no">{template.path}</code>
        </p>
        {previous !== undefined && (
          <button type="button" className={styles.back} onClick={() => setFollowed(followed.slice(0, -1))}>
            <span>{`Back to “${requests.operations[previous]?.title}”`}</span>
          </button>
        )}
      </header>
      <RequestForm
        key={followed.length + current}
        operation={current}
        description={description}
        isFollowed={followed.length > 0}
        onFollow={follow}
      />
    </dialog>
  );
}
