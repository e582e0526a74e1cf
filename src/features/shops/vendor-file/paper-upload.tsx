import { useTranslation } from 'next-i18next/pages';
import { useId, useState } from 'react';
import { DateInput } from '@/components/inputs/dates/date-input';
import { Field } from '@/components/inputs/field';
import { Button } from '@/components/ui/button';
import type { Shop } from '@/contract/shops/schema';
import type { VendorItem } from '@/contract/shops/vendor-file';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { uploadFiles } from '@/lib/api/upload';
import { useFileCall } from './use-vendor-file';

/** What an operator can open without other programs. */
const accepted = ['application/pdf', 'image/png', 'image/jpeg'];

interface PaperUploadProps {
  shop: Shop;
  item: VendorItem;
  name: string;
  onClose: () => void;
}

/** A file and, where the paper has one, its last day of validity. Nothing chosen is lost when the server refuses. */
export function PaperUpload({ shop, item, name, onClose }: PaperUploadProps) {
  const { t } = useTranslation(['shops', 'common', 'form']);
  const id = useId();
  const { chosen, setChosen, until, setUntil, mistakes, call, send } = usePaper(shop, item, onClose);
  const textOf = (key: string | undefined) => key && t(`form:${key}`, { defaultValue: key });
  return (
    <form
      noValidate
      aria-label={name}
      className="mt-3 grid gap-4 rounded-control bg-sunken p-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field
        id={`${id}-file`}
        label={t('shops:vendor-file.file')}
        hint={t('shops:vendor-file.file-hint')}
        error={textOf(mistakes.file)}
        isRequired
      >
        {(control) => (
          <div className="flex flex-wrap items-center gap-2.5">
            <input
              {...control}
              type="file"
              accept={accepted.join(',')}
              className="peer sr-only"
              onChange={(event) => setChosen(event.target.files?.[0])}
            />
            <label
              htmlFor={control.id}
              className="inline-flex h-8.5 cursor-pointer items-center rounded-control border border-line bg-surface px-3 font-medium peer-focus-visible:outline-2 peer-focus-visible:outline-accent hover:bg-line-faint pointer-coarse:h-10"
            >
              {t('shops:vendor-file.choose')}
            </label>
            <bdi className="min-w-0 break-all text-ink-second">{chosen?.name}</bdi>
          </div>
        )}
      </Field>
      {item.hasExpiry && (
        <Field
          as={DateInput}
          id={`${id}-until`}
          label={t('shops:vendor-file.expires')}
          error={textOf(mistakes.expires_on)}
          isRequired
          value={until}
          onChange={setUntil}
        />
      )}
      {mistakes.other && (
        <p role="alert" className="text-small font-medium text-bad">
          {mistakes.other}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" variant="primary" isLoading={call.isPending}>
          {t('shops:vendor-file.submit')}
        </Button>
        <Button size="small" onClick={onClose}>
          {t('common:button-cancel')}
        </Button>
      </div>
    </form>
  );
}

interface Mistakes {
  file?: string | undefined;
  expires_on?: string | undefined;
  /** Already translated. */
  other?: string | undefined;
}

function usePaper(shop: Shop, item: VendorItem, onClose: () => void) {
  const { t } = useTranslation('common');
  const [chosen, setChosen] = useState<File>();
  const [until, setUntil] = useState('');
  const [own, setOwn] = useState<Mistakes>({});
  const call = useFileCall(
    shop.id,
    async (file: File) => {
      const [stored] = await uploadFiles([file]);
      return api.post(`shops/${shop.id}/papers`, {
        item: item.key,
        file: stored?.id ?? 0,
        expires_on: item.hasExpiry ? until : null,
      });
    },
    onClose,
  );

  function send() {
    const file = !chosen
      ? 'error-paper-needed'
      : accepted.includes(chosen.type)
        ? undefined
        : 'error-paper-type';
    const expires_on = item.hasExpiry && until === '' ? 'error-expiry-required' : undefined;
    setOwn({ ...(file && { file }), ...(expires_on && { expires_on }) });
    if (chosen && !file && !expires_on) call.mutate(chosen);
  }

  return {
    chosen,
    setChosen,
    until,
    setUntil,
    mistakes: { ...refusalOf(call.error, t), ...own },
    call,
    send,
  };
}

function refusalOf(error: unknown, t: Parameters<typeof errorText>[0]): Mistakes {
  if (!error) return {};
  const failure = toClientError(error);
  const { file, expires_on } = failure.fields;
  return file || expires_on
    ? { file: file?.[0], expires_on: expires_on?.[0] }
    : { other: errorText(t, failure) };
}
