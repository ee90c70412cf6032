import text from 'messages:credentials';
import { useState } from 'react';
import { code } from '@/components/Code';
import { Section } from '@/components/Section';
import { Segments } from '@/components/Segments';
import { useApiUrl } from './apiUrl';
import { CopiedCode, CopiedValue } from './CopiedText';
import {
  assistantSample,
  curlSample,
  envFile,
  powerQuerySample,
  rEnvironment,
  rSample,
  tokenCommand,
} from './samples';

interface Credentials {
  id: string;
  secret: string;
  /** The resource of the samples, which the client may read. */
  resource: string;
}

const R_SCRIPT = 'read_all.R';

type Tool = 'assistant' | 'program' | 'powerQuery' | 'r';

interface ProgramSamplesProps extends Credentials {
  isForAssistants: boolean;
}

/** What to copy into the program or the tool that gets the secret. */
export function ProgramSamples({ isForAssistants, ...credentials }: ProgramSamplesProps) {
  const [tool, setTool] = useState<Tool>(isForAssistants ? 'assistant' : 'program');
  const programs: Tool[] = ['program', 'powerQuery', 'r'];
  const tools: Tool[] = isForAssistants ? ['assistant', ...programs] : programs;
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
  const guide = (name: string) => (
    <p>
      {text('analysisTools', {
        link: (content) => (
          <a href={`${url}/guides/${name}`} target="_blank" rel="noreferrer">
            {content}
          </a>
        ),
      })}
    </p>
  );
  switch (tool) {
    case 'assistant':
      return (
        <>
          {guide('use-assistants')}
          <CopiedValue label={text('mcpUrl')} text={`${url}/mcp`} copy={text('copy', { name: 'URL' })} />
          <CopiedCode
            label={text('configuration')}
            text={assistantSample(url)}
            copy={text('copy', { name: text('configuration') })}
          />
          <p>{text('replaceToken', { code })}</p>
          <CopiedCode
            label={text('getToken')}
            text={tokenCommand(url, id, secret)}
            copy={text('copyCommands')}
          />
        </>
      );
    case 'powerQuery':
      return (
        <>
          {guide('use-analysis-tools#power-bi-and-excel')}
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
          {guide('use-analysis-tools#r')}
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
