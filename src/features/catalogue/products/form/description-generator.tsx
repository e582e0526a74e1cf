import { Description, DialogTitle } from '@headlessui/react';
import { useMutation } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { Field } from '@/components/inputs/field';
import { Select } from '@/components/inputs/select';
import { Textarea } from '@/components/inputs/textarea';
import { Button } from '@/components/ui/button';
import type { DialogProps } from '@/contract/dialogs';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';

const ideas = ['plain', 'short', 'seo', 'gift', 'care', 'use', 'warm', 'facts', 'list', 'story'] as const;

/** Generates a description from a prompt; it is inserted only after review. */
export function DescriptionGenerator({ data, onClose }: DialogProps<'GENERATE_DESCRIPTION'>) {
  const { t } = useTranslation(['catalogue', 'common', 'form']);
  const { idea, choose, prompt, setPrompt } = usePrompt(data);
  const field = useRef<HTMLTextAreaElement>(null);
  const { writing, error, refused, text } = useWriting();

  // The dialog sets its initial focus before this lazy content arrives.
  useEffect(() => field.current?.focus(), []);

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault();
    // React bubbles the event to the product's form below.
    event.stopPropagation();
    writing.mutate(prompt);
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="grid w-150 max-w-full gap-4 p-6 phone:w-full">
      <header className="pe-8">
        <DialogTitle className="text-card font-semibold">
          {t('catalogue:products.form.generate.title')}
        </DialogTitle>
        <Description className="mt-1 text-ink-second">
          {t('catalogue:products.form.generate.text')}
        </Description>
      </header>
      <Field
        as={Select}
        id="field-idea"
        label={t('catalogue:products.form.generate.idea')}
        value={idea}
        onChange={({ target }) => choose(target.value)}
        options={ideas.map((name) => ({
          value: name,
          label: t(`catalogue:products.form.generate.ideas.${name}.name`),
        }))}
      />
      <Field
        as={Textarea}
        id="field-prompt"
        label={t('catalogue:products.form.generate.prompt')}
        error={refused && t(`form:${refused}`, { defaultValue: refused })}
        isRequired
        ref={field}
        rows={3}
        value={prompt}
        onChange={(event) => setPrompt(event.target.value)}
      />
      {error && !refused && (
        <p role="alert" className="rounded-control bg-bad-soft px-3 py-2 text-bad">
          {errorText(t, error)}
        </p>
      )}
      <WrittenText text={text} isWriting={writing.isPending} />
      <Buttons
        text={text}
        isWriting={writing.isPending}
        onTake={() => {
          data.onDone(text);
          onClose();
        }}
      />
    </form>
  );
}

/** Prompt text, prefilled from the chosen idea. */
function usePrompt(data: DialogProps<'GENERATE_DESCRIPTION'>['data']) {
  const { t } = useTranslation('catalogue');
  const [name, group] = [data.name || t('catalogue:products.form.generate.this'), data.group];
  const about = group ? t('catalogue:products.form.generate.in-group', { name, group }) : name;
  const promptOf = (idea: string) =>
    t(`catalogue:products.form.generate.ideas.${idea}.prompt`, { name: about });
  const [idea, setIdea] = useState<string>(ideas[0]);
  const [prompt, setPrompt] = useState(() => promptOf(ideas[0]));
  const choose = (chosen: string) => {
    setIdea(chosen);
    setPrompt(promptOf(chosen));
  };
  return { idea, choose, prompt, setPrompt };
}

function useWriting() {
  const writing = useMutation({
    meta: { silent: true },
    mutationFn: (asked: string) => api.post('generate-descriptions', { prompt: asked }),
  });
  const error = writing.error ? toClientError(writing.error) : undefined;
  const refused = error?.fields.prompt?.[0];
  const text = writing.data?.result ?? '';
  return { writing, error, refused, text };
}

interface WrittenTextProps {
  text: string;
  isWriting: boolean;
}

function WrittenText({ text, isWriting }: WrittenTextProps) {
  const { t } = useTranslation('catalogue');
  return (
    <div aria-live="polite" aria-busy={isWriting} className="empty:hidden">
      {isWriting && <p className="text-ink-second">{t('catalogue:products.form.generate.writing')}</p>}
      {text && !isWriting && (
        <p className="max-h-72 overflow-y-auto rounded-control bg-sunken px-3 py-2 break-words whitespace-pre-line">
          {text}
        </p>
      )}
    </div>
  );
}

function Buttons({ text, isWriting, onTake }: WrittenTextProps & { onTake: () => void }) {
  const { t } = useTranslation('catalogue');
  return (
    <DialogButtons className="">
      <Button
        type="submit"
        variant={text ? 'secondary' : 'primary'}
        isLoading={isWriting}
        icon={<Sparkles className="size-4" />}
      >
        {t(`catalogue:products.form.generate.${text ? 'again' : 'write'}`)}
      </Button>
      {text && (
        <Button variant="primary" disabled={isWriting} onClick={onTake}>
          {t('catalogue:products.form.generate.take')}
        </Button>
      )}
    </DialogButtons>
  );
}
