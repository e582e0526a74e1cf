import { Plus } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { attributes } from '@/contract/catalogue/attributes';
import { type Attribute, valueKey } from '@/contract/catalogue/attributes/schema';
import { isAllowed } from '@/contract/core/permissions';
import { usePermissions } from '@/lib/session/me';
import { CreationInput } from './creation-input';
import { creationError, useNewAttribute } from './use-attributes';

interface NewAttributeProps {
  shopId: number;
  /** Unused attributes: one with the same name is chosen instead of creating a second one. */
  free: readonly Attribute[];
  /** Names that the product uses already. */
  used: readonly string[];
  isOpenAtFirst: boolean;
  onMade: (attribute: Attribute) => void;
}

export function NewAttribute(props: NewAttributeProps) {
  const { t } = useTranslation('catalogue');
  const [isOpen, setOpen] = useState(props.isOpenAtFirst);
  const mayCreate = isAllowed(attributes.allow.create, usePermissions());
  if (!mayCreate) return null;
  if (isOpen) return <NameField {...props} onClose={() => setOpen(false)} />;
  return (
    <Button variant="ghost" className="text-accent-ink!" onClick={() => setOpen(true)}>
      {t('catalogue:products.variations.new-attribute')}
    </Button>
  );
}

type NameFieldProps = NewAttributeProps & { onClose: () => void };

function NameField(props: NameFieldProps) {
  const { isOpenAtFirst, onClose } = props;
  const { t } = useTranslation(['catalogue', 'common']);
  const { name, setName, creation, canCreate, problem, create } = useCreation(props);
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens by a click
  useEffect(() => {
    if (!isOpenAtFirst) input.current?.focus();
  }, []);

  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void create();
  };
  return (
    <div className="min-w-0 basis-full">
      <CreationInput
        ref={input}
        label={t('catalogue:products.variations.attribute-name')}
        placeholder={t('catalogue:products.variations.attribute-name-sample')}
        className="min-w-48"
        value={name}
        problem={problem}
        onChange={(next) => {
          creation.reset();
          setName(next);
        }}
        onKeyDown={handleKey}
      >
        <Button
          icon={<Plus className="size-4" />}
          isLoading={creation.isPending}
          disabled={!canCreate}
          onClick={() => void create()}
        >
          {t('catalogue:products.variations.create')}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {t('common:button-cancel')}
        </Button>
      </CreationInput>
    </div>
  );
}

function useCreation({ shopId, free, used, onMade, onClose }: NameFieldProps) {
  const { t } = useTranslation(['form', 'catalogue']);
  const [name, setName] = useState('');
  const creation = useNewAttribute(shopId);
  const key = valueKey(name);
  const isUsed = key !== '' && used.some((one) => valueKey(one) === key);
  const canCreate = key !== '' && !isUsed;
  const problem = isUsed
    ? t('catalogue:products.variations.attribute-used')
    : creationError(creation.error, (word) => t(word, { defaultValue: word }));

  async function create() {
    if (!canCreate || creation.isPending) return;
    const same = free.find((one) => valueKey(one.name) === key);
    try {
      onMade(same ?? (await creation.mutateAsync(name.trim())));
      onClose();
    } catch {
      // Shown by `problem`.
    }
  }
  return { name, setName, creation, canCreate, problem, create };
}
