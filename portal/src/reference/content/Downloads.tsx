import { useBaseUrlUtils } from '@docusaurus/useBaseUrl';
import styles from './downloads.module.css';

const downloads = [
  { name: 'OpenAPI 3.1', files: { JSON: 'openapi.json', YAML: 'openapi.yaml' } },
  { name: 'OpenAPI 3.0', files: { JSON: 'openapi-3.0.json' } },
  { name: 'Postman', files: { JSON: 'postman.json' } },
  { name: 'Bruno', files: { ZIP: 'bruno.zip' } },
];

/** The OpenAPI document, and collections for API clients. */
export default function Downloads() {
  const { withBaseUrl } = useBaseUrlUtils();
  return (
    <section className={styles.downloads} aria-label="Downloads">
      <p className={styles.label}>Download</p>
      {downloads.map(({ name, files }) => (
        <p key={name} className={styles.file}>
          {name}{' '}
          {Object.entries(files).map(([label, file]) => (
            <a key={file} href={withBaseUrl(`/${file}`)} aria-label={`Download ${file}`} download>
              {label}
            </a>
          ))}
        </p>
      ))}
    </section>
  );
}
