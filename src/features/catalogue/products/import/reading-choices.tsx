import { Field } from '@/components/inputs/field';
import { Select } from '@/components/inputs/select';
import type { ProductImport } from '@/contract/catalogue/products/imports';
import { encodings, type ReadingChoice, separators } from '@/contract/core/files/file-tables';
import { type ImportState, useImportWords } from './use-import';

const signs: Record<string, string> = { '\t': 'tab', ';': 'semicolon', ',': 'comma', '|': 'bar' };

/** How the file was read; another encoding, separator or sheet reads the same file again. */
export function ReadingChoices({ one, state }: { one: ProductImport; state: ImportState }) {
  const { text } = useImportWords();
  const { encoding, separator, sheet, sheets, joined = [], note } = one.reading;
  const { file, upload } = state;
  const readAgain = (choice: ReadingChoice) => {
    if (file) upload.mutate({ csv: file, chosen: { ...now(one), ...choice } });
  };
  const isText = one.reading.format === 'csv';
  if (!isText && sheets.length < 2) return null;
  return (
    <fieldset className="mb-3" disabled={!file}>
      <legend className="sr-only">{text('reading')}</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 phone:grid-cols-1">
        {isText && (
          <>
            <Field id="import-encoding" label={text('encoding')}>
              {(control) => (
                <Select
                  {...control}
                  value={encoding ?? ''}
                  options={encodings.map((one) => ({ value: one, label: text(`encodings.${one}`) }))}
                  onChange={({ target }) =>
                    readAgain({ encoding: encodings.find((one) => one === target.value) })
                  }
                />
              )}
            </Field>
            <Field id="import-separator" label={text('separator')}>
              {(control) => (
                <Select
                  {...control}
                  value={separator ?? ''}
                  options={separators.map((one) => ({ value: one, label: text(`separators.${signs[one]}`) }))}
                  onChange={({ target }) =>
                    readAgain({ separator: separators.find((one) => one === target.value) })
                  }
                />
              )}
            </Field>
          </>
        )}
        {sheets.length > 1 && (
          <Field id="import-sheet" label={text('sheet-choice')}>
            {(control) => (
              <Select
                {...control}
                value={sheet ?? ''}
                options={sheets.map((name) => ({ value: name, label: name }))}
                onChange={({ target }) => readAgain({ sheet: target.value })}
              />
            )}
          </Field>
        )}
      </div>
      {[
        ['sheets-joined', joined] as const,
        ['sheets-left', sheets.filter((name) => name !== sheet && !joined.includes(name))] as const,
      ].map(
        ([key, names]) =>
          names.length > 0 && (
            <p key={key} className="mt-1 text-small break-words text-ink-second">
              {text(key, { names: names.join(', ') })}
            </p>
          ),
      )}
      {note && <p className="mt-1 text-small text-ink-second">{text(`notes.${note}`)}</p>}
      {!file && <p className="mt-1 text-small text-ink-second">{text('reading-file')}</p>}
    </fieldset>
  );
}

/** What a person chose already stays, when something else is chosen. */
function now({ reading }: ProductImport): ReadingChoice {
  if (reading.encodingBy !== 'chosen') return {};
  return { encoding: reading.encoding ?? undefined, separator: reading.separator ?? undefined };
}
