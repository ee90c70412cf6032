import type { Compiler, WebpackPluginInstance } from 'webpack';
import { withProviderValues } from './scripts';
import { hasPlaceholder } from './valuePlaceholders';

const name = 'ProviderValuesPlugin';

/** Makes the scripts of a build read provider values from the page. */
export class ProviderValuesPlugin implements WebpackPluginInstance {
  apply(compiler: Compiler): void {
    const { sources, Compilation } = compiler.webpack;
    compiler.hooks.compilation.tap(name, (compilation) => {
      // Minified scripts, before their names get the hash of their contents.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_INLINE;
      compilation.hooks.processAssets.tap({ name, stage }, (assets) => {
        for (const [file, asset] of Object.entries(assets)) {
          const code = file.endsWith('.js') ? asset.source().toString() : '';
          if (hasPlaceholder(code)) {
            compilation.updateAsset(file, new sources.RawSource(withProviderValues(code)));
          }
        }
      });
    });
  }
}
