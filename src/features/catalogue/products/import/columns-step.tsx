import { FileText } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { ImportField, ProductImport } from '@/contract/catalogue/products/imports';
import { ColumnsTable } from './columns-table';
import { ImportChoices } from './import-choices';
import { PicturesZip } from './pictures-zip';
import type { ImportState } from './use-import';
import { useImportWords } from './use-import-words';

/** What a new product cannot do without. */
const required: readonly ImportField[] = ['name', 'type', 'unit', 'price'];

/** The second step: what each column is, and what is to be done with the rows. */
export function ColumnsStep({ one, state }: { one: ProductImport; state: ImportState }) {
  const { text, counted, field } = useImportWords();
  const [mapping, setMapping] = useState(one.mapping);
  const [options, setOptions] = useState(one.options);
  const used = Object.values(mapping);
  const missing = options.fresh === 'create' ? required.filter((name) => !used.includes(name)) : [];
  const hasKey = used.includes('sku') || used.includes('slug');
  const choices = { mapping, options };
  return (
    <div>
      <p className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1">
        <FileText aria-hidden="true" className="size-4 shrink-0 text-ink-second" strokeWidth={1.75} />
        <span className="min-w-0 font-medium break-words">{one.file_name}</span>
        <span className="text-ink-second">{counted('rows', one.total)}</span>
      </p>
      <ColumnsTable one={one} mapping={mapping} required={required} onChange={setMapping} />
      <div aria-live="polite">
        {missing.length > 0 && (
          <p className="mt-3 text-small text-warn">
            {text('required-missing', { fields: missing.map(field).join(', ') })}
          </p>
        )}
        {!hasKey && <p className="mt-3 text-small text-warn">{text('key-missing')}</p>}
      </div>
      <ImportChoices options={options} onChange={setOptions} />
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
