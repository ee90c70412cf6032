import styles from './styles.module.css';

/** A deprecation warning. */
export default function Deprecated({ what }: { what: string }) {
  return (
    <p className={styles.deprecated}>
      <strong>Deprecated.</strong> This {what} still works, but do not use it in new programs.
    </p>
  );
}
