import { FileText } from 'lucide-react';
import { useRef, useState } from 'react';
import { ChoiceField } from '@/components/inputs/choice-field';
import { Select } from '@/components/inputs/select';
import { ScrollBox } from '@/components/table/scroll-box';
import { Button } from '@/components/ui/button';
import {
  type ImportField,
  type ImportOptions,
  importFields,
  maxPicturesBytes,
  type ProductImport,
} from '@/contract/catalogue/products/imports';
import { ReadingChoices } from './reading-choices';
import { RememberedColumns } from './remembered-columns';
import { RememberedValues } from './remembered-values';
import { SharedValues } from './shared-values';
import { type ImportSettings, type ImportState, useImportWords } from './use-import';

/** Fields required for a new product. */
const required: readonly ImportField[] = ['name', 'type', 'unit', 'price'];

/** Step 2: maps the columns to fields and sets the import options. */
export function ColumnsStep({ one, state }: { one: ProductImport; state: ImportState }) {
  const { text, counted, field } = useImportWords();
  const [mapping, setMapping] = useState(one.mapping);
  const [options, setOptions] = useState(one.options);
  const used = Object.values(mapping);
  const needed = options.fresh === 'create' ? required.filter((name) => !used.includes(name)) : [];
  const shared = Object.entries(options.values).filter(([, value]) => value.trim() !== '');
  const missing = needed.filter((name) => !shared.some(([key]) => key === name));
  const hasKey = used.includes('sku') || used.includes('slug');
  const choices = { mapping, options };
  return (
    <div>
      <p className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1">
        <FileText aria-hidden="true" className="size-4 shrink-0 text-ink-second" strokeWidth={1.75} />
        <span className="min-w-0 font-medium break-words">{one.file_name}</span>
        {one.sheet_name && (
          <span className="break-words text-ink-second">{text('sheet', { name: one.sheet_name })}</span>
        )}
        <span className="text-ink-second">{counted('rows', one.total)}</span>
      </p>
      <ReadingChoices one={one} state={state} />
      <ColumnsTable one={one} mapping={mapping} required={required} onChange={setMapping} />
      <div aria-live="polite">
        {missing.length > 0 && (
          <p className="mt-3 text-small text-warn">
            {text('required-missing', { fields: missing.map(field).join(', ') })}
          </p>
        )}
        {!hasKey && <p className="mt-3 text-small text-warn">{text('key-missing')}</p>}
      </div>
      <SharedValues
        values={options.values}
        used={used}
        required={needed}
        onChange={(values) => setOptions({ ...options, values })}
      />
      <RememberedColumns one={one} />
      <RememberedValues shopId={state.shopId} />
      <ImportChoices options={options} isMarked={used.includes('quantity_was')} onChange={setOptions} />
      <PicturesZip one={one} state={state} choices={choices} />
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={() => state.choose(null)}>{text('other-file')}</Button>
        <Button
          variant="primary"
          disabled={used.length === 0 || state.pictures.isPending}
          isLoading={state.check.isPending}
          onClick={() => state.check.mutate(choices)}
        >
          {text('check')}
        </Button>
      </div>
    </div>
  );
}

interface ColumnsTableProps {
  one: ProductImport;
  mapping: Record<string, ImportField>;
  required: readonly ImportField[];
  onChange: (mapping: Record<string, ImportField>) => void;
}

function ColumnsTable({ one, mapping, required, onChange }: ColumnsTableProps) {
  const { text, field } = useImportWords();
  const choose = (index: number, name: string) => {
    const chosen = importFields.find((each) => each === name);
    // A field maps to one column only: choosing it again clears the previous column.
    const others = Object.entries(mapping).filter(
      ([key, value]) => key !== String(index) && value !== chosen,
    );
    onChange({ ...Object.fromEntries(others), ...(chosen && { [index]: chosen }) });
  };
  const options = [
    { value: '', label: text('skip') },
    ...importFields.map((name) => ({
      value: name,
      label: required.includes(name) ? `${field(name)} *` : field(name),
    })),
  ];
  return (
    <ScrollBox
      label={text('step.columns')}
      // The last visible row is cut off, which shows that there are more.
      className="max-h-78 phone:max-h-none"
    >
      <table className="w-full table-fixed text-start phone:block">
        <thead className="sticky top-0 z-1 bg-surface text-small text-ink-second phone:sr-only">
          <tr>
            {['heading', 'sample', 'field'].map((key) => (
              <th key={key} scope="col" className="border-b border-line px-3 py-2 text-start font-medium">
                {text(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="phone:block">
          {one.headings.map((heading, index) => (
            <ColumnRow
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their index
              key={index}
              name={heading || text('no-heading', { number: index + 1 })}
              samples={one.samples.map((row) => row[index])}
              value={mapping[index] ?? ''}
              options={options}
              onChoose={(name) => choose(index, name)}
            />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface ColumnRowProps {
  name: string;
  samples: readonly (string | undefined)[];
  value: string;
  options: { value: string; label: string }[];
  onChoose: (field: string) => void;
}

function ColumnRow({ name, samples, value, options, onChoose }: ColumnRowProps) {
  const { text } = useImportWords();
  return (
    <tr className="border-b border-line-faint last:border-0 phone:block phone:p-3">
      <th scope="row" className="truncate px-3 py-1.5 text-start font-medium phone:block phone:p-0">
        {name}
      </th>
      <td className="truncate px-3 py-1.5 text-ink-second phone:block phone:p-0">
        {samples.filter(Boolean).join(' · ')}
      </td>
      <td className="px-3 py-1.5 phone:block phone:p-0 phone:pt-1.5">
        <Select
          aria-label={text('field-of', { heading: name })}
          value={value}
          options={options}
          onChange={(event) => onChoose(event.target.value)}
        />
      </td>
    </tr>
  );
}

interface ImportChoicesProps {
  options: ImportOptions;
  /** The file says what stock its export saw. */
  isMarked: boolean;
  onChange: (options: ImportOptions) => void;
}

const choices = {
  match: ['sku', 'slug', 'name'],
  existing: ['update', 'skip'],
  fresh: ['create', 'skip'],
  refused: ['row', 'cell'],
  mode: ['rows', 'atomic'],
  trashed: ['refuse', 'restore'],
  stock: ['difference', 'absolute'],
} as const;

function ImportChoices({ options, isMarked, onChange }: ImportChoicesProps) {
  const { text } = useImportWords();
  const keys = (Object.keys(choices) as (keyof typeof choices)[]).filter(
    (key) => key !== 'stock' || isMarked,
  );
  return (
    <fieldset className="mt-4">
      <legend className="font-semibold">{text('options-title')}</legend>
      <div className="mt-2 grid grid-cols-2 gap-x-4 gap-y-3 phone:grid-cols-1">
        {keys.map((key) => (
          <ChoiceField
            key={key}
            id={`import-${key}`}
            label={text(key)}
            value={options[key]}
            values={choices[key]}
            word={(value) => text(`${key}-${value}`)}
            onChange={(value) => onChange({ ...options, [key]: value })}
          />
        ))}
      </div>
      <p className="mt-2 text-small text-ink-second">{text('cells-hint')}</p>
    </fieldset>
  );
}

interface PicturesZipProps {
  one: ProductImport;
  state: ImportState;
  choices: ImportSettings;
}

/** Uploads a ZIP archive with the pictures that cells refer to by file name. */
function PicturesZip({ one, state, choices }: PicturesZipProps) {
  const { text, counted } = useImportWords();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const { pictures, percent, forget } = state;
  const handleFile = (zip: File | undefined) => {
    if (!zip) return;
    forget();
    if (!/\.zip$/i.test(zip.name)) return setProblem(text('wrong-zip'));
    const isTooLarge = zip.size > maxPicturesBytes;
    if (isTooLarge) return setProblem(text('too-large', { size: maxPicturesBytes / 1024 ** 2 }));
    setProblem(undefined);
    pictures.mutate({ zip, choices });
  };
  return (
    <section className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-faint pt-4">
      <div className="min-w-60 flex-1">
        <h3 className="font-semibold">{text('pictures')}</h3>
        <p className="text-small text-ink-second">{text('pictures-hint')}</p>
        <p role="status" className="text-small">
          {pictures.isPending && percent !== undefined && percent < 100 && text('uploading', { percent })}
          {!pictures.isPending && one.files > 0 && counted('pictures-count', one.files)}
          {problem && <span className="text-bad">{problem}</span>}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        aria-label={text('pictures-add')}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          handleFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button isLoading={pictures.isPending} onClick={() => input.current?.click()}>
        {text('pictures-add')}
      </Button>
    </section>
  );
}
