import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { maxPicturesBytes, type ProductImport } from '@/contract/catalogue/products/imports';
import type { Choices, ImportState } from './use-import';
import { useImportWords } from './use-import-words';

interface PicturesZipProps {
  one: ProductImport;
  state: ImportState;
  choices: Choices;
}

/** Pictures that cells name come in an archive beside the file. */
export function PicturesZip({ one, state, choices }: PicturesZipProps) {
  const { text, counted } = useImportWords();
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const { pictures, percent, forget } = state;
  const handleFile = (zip: File | undefined) => {
    if (!zip) return;
    forget();
    if (!/\.zip$/i.test(zip.name)) return setRefusal(text('wrong-zip'));
    const isTooLarge = zip.size > maxPicturesBytes;
    if (isTooLarge) return setRefusal(text('too-large', { size: maxPicturesBytes / 1024 ** 2 }));
    setRefusal(undefined);
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
          {refusal && <span className="text-bad">{refusal}</span>}
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
