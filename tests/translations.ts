import { dictionaryFiles, missingTexts } from './dictionaries.ts';

/**
 * `npm run translations`: texts that a language lacks, one per line with the Russian text, for translators. `npm run
 * translations -- en` selects one language.
 */
const [only] = process.argv.slice(2);
let count = 0;
for (const language of ['en', 'ar'].filter((code) => !only || code === only)) {
  for (const file of dictionaryFiles) {
    for (const [key, russian] of missingTexts(language, file)) {
      count += 1;
      console.log(`${language}/${file}\t${key}\t${russian}`);
    }
  }
}
console.log(count === 0 ? 'Every text is translated.' : `${count} texts are not translated.`);
