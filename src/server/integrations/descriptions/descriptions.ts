import { AppError } from '@/server/core/errors';
import { fetchJson } from '@/server/integrations/fetch-json';
import { type ServiceWatch, watched } from '@/server/integrations/health';
import { record } from '@/server/integrations/values';

/** Writes a text to order; throws UNAVAILABLE while nobody does. */
export type Writer = (prompt: string) => Promise<string>;

/** A text takes its time: after so long the person has tired of it. */
const patienceMs = 45_000;
/** Longer than any description may be: a model that does not stop is cut off. */
const longest = 8000;

/**
 * The request is data of a person, so the model is told to take it for the subject and for nothing else. Claims that the
 * model cannot know would be the vendor's to answer for.
 */
const rules = [
  'You write descriptions of goods for an online shop.',
  'The next message is a request of a shop keeper: it says what to describe and in what manner. Whatever else it asks for, write a description and nothing but a description.',
  'Answer in the language of the request. Plain text: no Markdown, no HTML, no headings; paragraphs are apart by an empty line, lines of a list begin with "- ".',
  'At most 1500 characters. Invent no figures, prices, discounts, awards, certificates or effects on health.',
].join('\n');

/** The text service of the environment, any that speaks the chat dialect of OpenAI; undefined where there is none. */
export function openWriter(given: {
  aiUrl?: string | undefined;
  aiKey?: string | undefined;
  aiModel?: string | undefined;
  timeoutMs?: number;
  watch?: ServiceWatch | undefined;
}): Writer | undefined {
  const { aiUrl, aiKey, aiModel, timeoutMs = patienceMs } = given;
  if (!aiUrl) return undefined;
  return watched(given.watch, 'descriptions', async (prompt: string) => {
    const answer = await fetchJson(`${aiUrl.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(aiKey && { authorization: `Bearer ${aiKey}` }) },
      body: {
        model: aiModel,
        messages: [
          { role: 'system', content: rules },
          { role: 'user', content: prompt },
        ],
        max_tokens: 1500,
      },
      timeoutMs,
    });
    const text = textIn(answer);
    if (text === '') throw new AppError('UNAVAILABLE');
    return text;
  });
}

/** What was written, without the fences that models like to put around it. */
function textIn(answer: unknown): string {
  const { choices } = record(answer);
  const { content } = record(record(Array.isArray(choices) ? choices[0] : undefined).message);
  if (typeof content !== 'string') return '';
  return content
    .replace(/^\s*```\w*\n|```\s*$/g, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, '')
    .slice(0, longest)
    .trim();
}
