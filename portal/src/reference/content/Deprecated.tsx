import styles from './styles.module.css';

/** Warns of what will go. */
export default function Deprecated({ what }: { what: string }) {
  return (
    <p className={styles.deprecated}>
      <strong>Deprecated.</strong> This {what} still works, but new programs should not use it.
    </p>
  );
}
