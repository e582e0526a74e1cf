import { DialogTitle } from '@headlessui/react';
import { useQueryClient } from '@tanstack/react-query';
import { ImageUp } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useRef, useState } from 'react';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { Thumbnail } from '@/components/media/thumbnail';
import { Button } from '@/components/ui/button';
import type { Attachment } from '@/contract/core/define';
import type { DialogProps } from '@/contract/dialogs';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { pictureTypes } from '@/lib/format/picture-types';
import { useUpload } from '@/lib/hooks/use-upload';
import { useSettings } from '@/state/settings';

/** A picture for each of a few products that have none, saved as it is chosen. */
export function ProductPictures({ data: { products }, onClose }: DialogProps<'PRODUCT_PICTURES'>) {
  const { t } = useTranslation(['catalogue', 'common']);
  return (
    <div className="w-140 max-w-full p-6 phone:w-full phone:p-5">
      <DialogTitle className="pe-8 text-card font-semibold text-balance">
        {t('catalogue:products.pictures.title')}
      </DialogTitle>
      <p className="mt-1 text-ink-second">{t('catalogue:products.pictures.text')}</p>
      <ul className="mt-3 divide-y divide-line-faint">
        {products.map((product) => (
          <PictureRow key={product.id} product={product} />
        ))}
      </ul>
      <DialogButtons className="mt-4">
        <Button variant="primary" onClick={onClose}>
          {t('catalogue:products.pictures.done')}
        </Button>
      </DialogButtons>
    </div>
  );
}

function PictureRow({ product: { id, name } }: { product: { id: number; name: string } }) {
  const { t } = useTranslation(['catalogue', 'common']);
  const chooser = useRef<HTMLInputElement>(null);
  const { picture, error, isBusy, handleFile } = useProductPicture(id);
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Thumbnail path={picture?.thumbnail} title={name} />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words" dir="auto">
          {name}
        </p>
        <p role="status" className={`text-small ${error ? 'font-medium text-bad' : 'text-good'}`}>
          {error ?? (picture && t('catalogue:products.pictures.saved'))}
        </p>
      </div>
      <Button
        size="small"
        aria-label={`${t('catalogue:products.pictures.choose')}: ${name}`}
        icon={<ImageUp aria-hidden="true" className="size-4" />}
        isLoading={isBusy}
        onClick={() => chooser.current?.click()}
      >
        {t('catalogue:products.pictures.choose')}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={pictureTypes.join(',')}
        aria-label={name}
        onChange={({ target }) => {
          void handleFile(target.files?.[0]);
          // Allows choosing the same file again.
          target.value = '';
        }}
      />
    </li>
  );
}

function useProductPicture(id: number) {
  const { t } = useTranslation(['form', 'common']);
  const client = useQueryClient();
  const [picture, setPicture] = useState<Attachment>();
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const { send, percent } = useUpload(useSettings().server_info.upload_max_filesize, setError);
  async function handleFile(file: File | undefined) {
    const [image] = await send(file ? [file] : []);
    if (!image) return;
    setSaving(true);
    try {
      await api.put(`products/${id}`, { image });
      setPicture(image);
      for (const name of ['products', 'first-steps']) void client.invalidateQueries({ queryKey: [name] });
    } catch (reason) {
      setError(errorText(t, toClientError(reason)));
    } finally {
      setSaving(false);
    }
  }
  return { picture, error, isBusy: percent !== undefined || isSaving, handleFile };
}
