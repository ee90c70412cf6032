import Heading from '@theme/Heading';
import Layout from '@theme/Layout';

interface ReferencePageProps {
  operations: { id: string; method: string; path: string; summary: string }[];
}

/** All operations of the API. */
export default function ReferencePage({ operations }: ReferencePageProps) {
  return (
    <Layout title="API reference" description="Every call of the public API, version 2.">
      <main className="container margin-vert--lg">
        <h1>API reference</h1>
        {operations.map(({ id, method, path, summary }) => (
          <section key={id}>
            <Heading as="h2" id={id}>
              {summary}
            </Heading>
            <code>
              {method} {path}
            </code>
          </section>
        ))}
      </main>
    </Layout>
  );
}
