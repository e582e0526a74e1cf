import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useRef, useState } from 'react';
import { ChoiceField } from '@/components/inputs/choice-field';
import { ColumnsTable } from '@/components/table/columns-table';
import { Button } from '@/components/ui/button';
import { valueKey } from '@/contract/catalogue/attributes/value-key';
import {
  characteristicOf,
  type ImportField,
  type ImportOptions,
  type ImportTarget,
  importFields,
  maxPicturesBytes,
  type ProductImport,
} from '@/contract/catalogue/products/imports';
import { api } from '@/lib/api/client';
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
      <ProductColumns one={one} mapping={mapping} onChange={setMapping} />
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

interface ProductColumnsProps {
  one: ProductImport;
  mapping: Record<string, ImportTarget>;
  onChange: (mapping: Record<string, ImportTarget>) => void;
}

function ProductColumns({ one, mapping, onChange }: ProductColumnsProps) {
  const { text, field } = useImportWords();
  const known = useKnownNames(one.shop_id);
  /** The characteristic that the heading names, or that is chosen, then those of the shop. */
  const characteristicFields = (index: number) => {
    const heading = (one.headings[index] ?? '')
      .replace(/^[^:]{1,20}:\s*/, '')
      .trim()
      .slice(0, longestName);
    const chosen = characteristicOf(mapping[index] ?? '');
    const names = new Map([chosen, heading, ...known].map((name) => [valueKey(name ?? ''), name ?? '']));
    names.delete('');
    if (chosen !== undefined) names.set(valueKey(chosen), chosen);
    return [...names.values()].map((name) => {
      const value: ImportTarget = `characteristic:${name}`;
      return { value, label: field(value) };
    });
  };
  return (
    <ColumnsTable
      headings={one.headings}
      samples={one.samples}
      mapping={mapping}
      fields={importFields.map((name) => ({
        value: name as ImportTarget,
        label: required.includes(name) ? `${field(name)} *` : field(name),
      }))}
      ownFields={characteristicFields}
      texts={{
        label: text('step.columns'),
        heading: text('heading'),
        sample: text('sample'),
        field: text('field'),
        skip: text('skip'),
        fieldOf: (heading) => text('field-of', { heading }),
        nameless: (number) => text('no-heading', { number }),
      }}
      onChange={onChange}
    />
  );
}

const longestName = 120;
/** More would make every choice of a column long. */
const maxOffered = 50;

/** Attributes of the shop, which columns may mean. */
function useKnownNames(shopId: number): readonly string[] {
  const names = useQuery({
    queryKey: ['attributes', 'of-product', shopId, []],
    queryFn: () => api.get('product-characteristics', { shop_id: shopId, categories: '' }),
  });
  return names.data?.known.slice(0, maxOffered) ?? [];
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
