import { useBaseUrlUtils } from '@docusaurus/useBaseUrl';
import styles from './downloads.module.css';

const downloads = [
  { name: 'OpenAPI 3.1', files: { JSON: 'openapi.json', YAML: 'openapi.yaml' } },
  { name: 'OpenAPI 3.0', files: { JSON: 'openapi-3.0.json' } },
  { name: 'Postman', files: { Collection: 'postman.json' } },
  { name: 'Bruno', files: { Collection: 'bruno.zip' } },
];

/** The OpenAPI document, and collections for API clients. */
export default function Downloads() {
  const { withBaseUrl } = useBaseUrlUtils();
  return (
    <section className={styles.downloads} aria-label="Download">
      {downloads.map(({ name, files }) => (
        <p key={name}>
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
