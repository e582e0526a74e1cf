import type * as yup from 'yup';
import type { Capability } from '@/contract/capabilities';
import type { Right } from './areas';
import type { Allow } from './permissions';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What an action or page asks of people whose role limits them: a right; `'own'` where it concerns only themselves or is
 * the same for everybody; `'parts'` where it gathers over areas and shows of each what the person may read.
 */
export type Access = Right | 'own' | 'parts';

/** Method and address below the base of the API; `:name` stands for one part of it. */
export type Address = `${Method} ${string}` | `PUT, PATCH ${string}`;

export type BodySchema = yup.AnyObjectSchema | undefined;

interface Rules<Who extends Allow, Schema extends BodySchema, Sends, Answer> {
  /** Of people whose role limits them. */
  right: Access;
  /** Of everybody: what their account must be. */
  allow: Who;
  /** Input; other keys are dropped. */
  body?: Schema;
  /** The type of what is sent, where it is not what the schema reads (`as`). */
  sends?: Sends;
  /** The type of the answer, where the panel reads it (`as`). */
  answer?: Answer;
  /** What a server announces that has it; none for what the dialect has. */
  capability?: Capability | undefined;
  /** Whether a look through a vendor's eyes may ask it (rules/accounts: a view changes nothing); what is read, unless it says otherwise. */
  inView?: boolean;
  /** Moves money: asks again who is there, once the input is known to be right. */
  confirm?: boolean;
  /** Makes a record: answers 201. */
  created?: boolean;
  /** Open before the e-mail is confirmed. */
  unverified?: boolean;
  /** Open before the person has what the role demands of a sign-in. */
  oneFactor?: boolean;
  /** Takes an idempotency key: the same request again is answered as the first. */
  idempotent?: boolean;
}

/** What can be asked of the API besides the rows of families. */
export interface Action<
  At extends Address = Address,
  Who extends Allow = Allow,
  Schema extends BodySchema = BodySchema,
  Sends = unknown,
  Answer = unknown,
> extends Rules<Who, Schema, Sends, Answer> {
  at: At;
  /** What it does, in one sentence. */
  does: string;
}

/** Declares an action: route, guard, types of the panel's calls and `docs/access.md` follow from it. */
export function action<
  const At extends Address,
  Who extends Allow,
  Schema extends BodySchema = undefined,
  Sends = Schema extends yup.AnyObjectSchema ? SentInput<Schema> : undefined,
  Answer = unknown,
>(at: At, does: string, rules: Rules<Who, Schema, Sends, Answer>): Action<At, Who, Schema, Sends, Answer> {
  return { at, does, ...rules };
}

/** A type as a value that nobody reads. */
export const as = <Type>(): Type => undefined as Type;

/** Method, or both methods of a change, and address of an action. */
export function splitAddress(at: string): { methods: Method[]; path: string } {
  const [first = '', ...rest] = at.split(/,? /);
  const path = rest.at(-1) ?? '';
  return { methods: [first, ...rest.slice(0, -1)] as Method[], path };
}

/** A file for the person, read by `download`, `saveText` and `api.file`. */
export type Download = Blob;

/** What a schema reads, as it is sent. */
export type SentInput<Schema extends yup.AnyObjectSchema> = Sendable<yup.InferType<Schema>>;

/** Lists may be read-only. */
export type Sendable<Value> = Value extends readonly (infer Item)[]
  ? readonly Sendable<Item>[]
  : Value extends object
    ? { [Key in keyof Value]: Sendable<Value[Key]> }
    : Value;

/** Some of a row's fields: what is left out has its default, or stays as it is. */
export type Fields<Value> = Value extends readonly (infer Item)[]
  ? readonly Fields<Item>[]
  : Value extends object
    ? { [Key in keyof Value]?: Fields<Value[Key]> | undefined }
    : Value;

/** A number as it was typed: the schema reads it. */
export type TypedNumber = number | string;

export interface ById {
  id: number;
}

/** The version that the person saw. */
export interface WithVersion {
  version?: number | undefined;
}
