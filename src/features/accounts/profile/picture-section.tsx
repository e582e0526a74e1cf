import { Trash2 } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { buttonClass } from '@/components/ui/button-style';
import { Card } from '@/components/ui/card';
import type { Me } from '@/contract/accounts/auth';
import type { Attachment } from '@/contract/core/define';
import { messageKey, toClientError } from '@/lib/api/errors';
import { pictureTypes } from '@/lib/format/picture-types';
import { useModalActions } from '@/state/modal';
import { useSettings } from '@/state/settings';
import { useSaveProfile } from './use-save-profile';

/** Profile picture: cropped in a dialog, saved immediately. */
export function PictureSection({ me }: { me: Me }) {
  const { t } = useTranslation(['form', 'accounts']);
  const { open } = useModalActions();
  const { server_info } = useSettings();
  const save = useSaveProfile(me);
  const [problem, setProblem] = useState<string>();
  const avatar = me.profile?.avatar ?? null;

  const keep = (picture: Attachment | null) => {
    setProblem(undefined);
    save.mutate(
      { avatar: picture },
      { onError: (reason) => setProblem(t(messageKey(toClientError(reason)))) },
    );
  };
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (!pictureTypes.includes(file.type)) return setProblem(t('form:upload.wrong-type'));
    setProblem(undefined);
    open('CROPPER_PHOTO', { file, ratio: 1, onDone: keep });
  };

  return (
    <Card title={t('accounts:profile.picture')} text={t('accounts:profile.picture-text')}>
      <div className="flex items-center gap-4">
        <Avatar name={me.name} path={avatar?.thumbnail} size="large" />
        <div className="flex flex-wrap gap-2">
          <PictureButton
            label={t(avatar ? 'accounts:profile.other-picture' : 'accounts:profile.choose-picture')}
            describedBy={problem ? 'picture-error' : undefined}
            onFile={choose}
          />
          {avatar && (
            <Button
              aria-label={t('form:upload.remove')}
              icon={<Trash2 className="size-4" />}
              isLoading={save.isPending}
              onClick={() => keep(null)}
            />
          )}
        </div>
      </div>
      {problem ? (
        <p id="picture-error" role="alert" className="mt-2 text-small font-medium text-bad">
          {problem}
        </p>
      ) : (
        <p className="mt-2 text-small text-ink-second">
          {t('form:upload.hint', { size: Math.max(1, Math.floor(server_info.upload_max_filesize / 1024)) })}
        </p>
      )}
    </Card>
  );
}

interface PictureButtonProps {
  label: string;
  describedBy: string | undefined;
  onFile: (file: File | undefined) => void;
}

function PictureButton({ label, describedBy, onFile }: PictureButtonProps) {
  return (
    <label
      className={`${buttonClass({})} focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent`}
    >
      <input
        type="file"
        accept={pictureTypes.join(',')}
        aria-describedby={describedBy}
        className="sr-only"
        onChange={({ target }) => {
          onFile(target.files?.[0]);
          // Allows choosing the same file again.
          target.value = '';
        }}
      />
      {label}
    </label>
  );
}
