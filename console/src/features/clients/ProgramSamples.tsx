import text from 'messages:credentials';
import { useState } from 'react';
import { Section } from '@/components/Section';
import { Segments } from '@/components/Segments';
import { useApiUrl } from './apiUrl';
import { CopiedCode, CopiedValue } from './CopiedText';
import { curlSample, envFile, powerQuerySample, rEnvironment, rSample } from './samples';

interface Credentials {
  id: string;
  secret: string;
  /** The resource of the samples, which the client may read. */
  resource: string;
}

const R_SCRIPT = 'read_all.R';

type Tool = 'program' | 'powerQuery' | 'r';

/** What to copy into the program or the tool that gets the secret. */
export function ProgramSamples(credentials: Credentials) {
  const [tool, setTool] = useState<Tool>('program');
  const tools: Tool[] = ['program', 'powerQuery', 'r'];
  return (
    <Section
      title={text('forTheProgram')}
      actions={
        <Segments
          label={text('tool')}
          options={tools.map((value) => ({ value, label: text(value) }))}
          value={tool}
          onChange={setTool}
        />
      }
    >
      <div className="stack">
        <Samples tool={tool} {...credentials} />
      </div>
    </Section>
  );
}

function Samples({ tool, id, secret, resource }: Credentials & { tool: Tool }) {
  const url = useApiUrl();
  const guide = (section: string) => (
    <p>
      {text('analysisTools', {
        link: (content) => (
          <a href={`${url}/guides/use-analysis-tools${section}`} target="_blank" rel="noreferrer">
            {content}
          </a>
        ),
      })}
    </p>
  );
  switch (tool) {
    case 'powerQuery':
      return (
        <>
          {guide('#power-bi-and-excel')}
          {Object.entries({ PlatformUrl: url, ClientId: id, ClientSecret: secret }).map(([name, value]) => (
            <CopiedValue key={name} label={name} text={value} copy={text('copy', { name })} />
          ))}
          <CopiedCode
            label={text('query')}
            text={powerQuerySample(resource)}
            copy={text('copy', { name: text('query') })}
          />
        </>
      );
    case 'r':
      return (
        <>
          {guide('#r')}
          <CopiedCode
            label=".Renviron"
            text={rEnvironment(id, secret)}
            copy={text('copy', { name: '.Renviron' })}
          />
          <CopiedCode
            label={R_SCRIPT}
            text={rSample(url, resource)}
            copy={text('copy', { name: R_SCRIPT })}
          />
        </>
      );
    default:
      return (
        <>
          <CopiedCode label=".env" text={envFile(url, id, secret)} copy={text('copyEnv')} />
          <CopiedCode
            label={text('firstRequest')}
            text={curlSample(url, id, secret, resource)}
            copy={text('copyCommands')}
          />
        </>
      );
  }
}
