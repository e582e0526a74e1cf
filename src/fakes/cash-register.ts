import {
  type FakeAnswer,
  type FakeOptions,
  type FakeRequest,
  type Fields,
  type Protocol,
  readFields,
  startFake,
} from './core';
import { moscowDate, moscowDays, timeText } from './movements';
import { wrongDocument } from './receipt-rules';
import type { Alteration } from './webhooks';
import { uuid, type World } from './world';

/** ATOL Online v5 (FFD 1.2): tokens, documents in a queue, reports and callbacks. Sums are numbers of roubles on the wire. */
export interface CashRegisterOptions extends FakeOptions {
  group: string;
  login: string;
  password: string;
  /** Of the company that the register belongs to. */
  inn: string;
}

const operations = ['sell', 'sell_refund', 'sell_correction', 'sell_refund_correction'];

interface Failure {
  code: number;
  type: string;
  text: string;
}

interface Document {
  uuid: string;
  externalId: string;
  operation: string;
  content: Fields;
  callbackUrl: string | undefined;
  status: 'wait' | 'done' | 'fail';
  failure: Failure | null;
  number: number;
  registered: number;
  queued: number;
  plan: Plan;
}

/** What becomes of a document, as the last `receipts` command said. */
interface Plan {
  end: 'done' | 'fail';
  failure: Failure;
  /** Reports that answer `wait`, and before them those that do not find the document yet (code 34). */
  waits: number;
  unseen: number;
  callback: 'send' | 'none' | 'twice';
  mark: number;
}

const dayMs = 86_400_000;
/** The register gives up what waits longer in its queue. */
const queueMs = 300_000;
const gaveUp: Failure = { code: -1, type: 'timeout', text: 'The document waited too long in the queue' };
const usual: Plan = {
  end: 'done',
  waits: 0,
  unseen: 0,
  callback: 'send',
  mark: 15,
  failure: { code: 68, type: 'driver', text: 'Register failure' },
};

export const startCashRegister = (options: CashRegisterOptions) =>
  startFake((world) => new CashRegister(world, options), options);

class CashRegister implements Protocol {
  readonly repeatMs = 60_000;
  private readonly documents: Document[] = [];
  private readonly tokens = new Map<string, number>();
  private plan = usual;
  private readonly world: World;
  private readonly options: CashRegisterOptions;

  constructor(world: World, options: CashRegisterOptions) {
    this.world = world;
    this.options = options;
  }

  isConfirmed = (status: number) => status === 200;
  eventOf = (body: Fields) => String(body.status);
  keyOf = ({ body }: FakeRequest) => (typeof body.external_id === 'string' ? body.external_id : null);

  alter = (kind: Alteration, body: Fields): Fields => {
    if (kind === 'extra-fields') return { ...body, region: 'north', queue: { length: 3 } };
    if (kind === 'unknown-event') return { ...body, status: 'considered' };
    if (kind === 'old') return { ...body, status: 'wait', payload: null };
    return kind === 'early' ? { ...body, status: 'done' } : body;
  };

  handle(request: FakeRequest): FakeAnswer {
    const [, , version, group, operation, id] = request.path.split('/');
    if (version !== 'v5') return { status: 404, body: 'Not found' };
    if (group === 'getToken') return this.token(request.body);
    const { token } = request.headers;
    const until = this.tokens.get(String(token));
    if (until === undefined || until <= this.world.clock.now()) return this.failed(401, 11, 'Token expired');
    if (group !== this.options.group) return this.failed(401, 20, 'Unknown group of registers');
    if (request.method === 'GET')
      return operation === 'report' ? this.report(String(id)) : this.failed(404, 30);
    if (!operations.includes(String(operation))) return this.failed(400, 32, 'Unknown operation');
    return this.register(String(operation), request.body);
  }

  private token({ login, pass }: Fields): FakeAnswer {
    if (login !== this.options.login || pass !== this.options.password)
      return this.failed(401, 12, 'Wrong login or password');
    const token = uuid(this.world.random);
    this.tokens.set(token, this.world.clock.now() + dayMs);
    return { status: 200, body: { error: null, token, timestamp: this.time() } };
  }

  /** The same `external_id` again is the same document. */
  private register(operation: string, body: Fields): FakeAnswer {
    const known = this.documents.find(({ externalId }) => externalId === body.external_id);
    if (known?.status === 'wait')
      return this.failed(400, 33, 'It is being registered', { uuid: known.uuid, status: 'wait' });
    if (known) return this.accepted(known);
    const today = moscowDate(moscowDays(this.world.clock.now()));
    const wrong = wrongDocument(operation, body, this.options.inn, today);
    if (wrong) return this.failed(400, wrong.code, wrong.text);
    const callback = readFields(body.service).callback_url;
    const document: Document = {
      uuid: uuid(this.world.random),
      externalId: String(body.external_id),
      operation,
      content: readFields(body.receipt ?? body.correction),
      callbackUrl: typeof callback === 'string' ? callback : undefined,
      status: 'wait',
      failure: null,
      number: this.documents.length + 1,
      registered: 0,
      queued: this.world.clock.now(),
      plan: { ...this.plan },
    };
    this.documents.push(document);
    const answer = this.accepted(document);
    if (document.plan.waits + document.plan.unseen === 0) this.end(document, document.plan.end);
    return answer;
  }

  private report(id: string): FakeAnswer {
    const document = this.documents.find((one) => one.uuid === id);
    if (!document) return this.failed(400, 30, 'Unknown document');
    const { plan } = document;
    if (document.status === 'wait' && plan.unseen > 0) {
      plan.unseen -= 1;
      return this.failed(200, 34, 'State not found yet', { uuid: id, status: 'wait' });
    }
    if (document.status === 'wait' && plan.waits > 0) plan.waits -= 1;
    else if (document.status === 'wait') this.end(document, plan.end);
    return { status: 200, body: this.shown(document) };
  }

  private end(document: Document, end: 'done' | 'fail', failure = document.plan.failure): void {
    document.status = end;
    document.registered = this.world.clock.now();
    if (end === 'fail') document.failure = failure;
    const { callback } = document.plan;
    const times = callback === 'none' ? 0 : callback === 'twice' ? 2 : 1;
    for (let time = 0; time < times; time += 1) this.world.notify(document.callbackUrl, this.shown(document));
  }

  tick = () => {
    const now = this.world.clock.now();
    for (const document of this.documents)
      if (document.status === 'wait' && document.queued + queueMs <= now) this.end(document, 'fail', gaveUp);
  };

  /** `receipts`: what becomes of the next documents; `settle`: of one that waits; `list`: all of them. */
  control(command: Fields): unknown {
    if (command.do === 'receipts') {
      this.plan = planIn(command);
      return this.plan;
    }
    if (command.do === 'list')
      return this.documents.map((one) => ({
        ...this.shown(one),
        operation: one.operation,
        content: one.content,
      }));
    if (command.do !== 'settle') return undefined;
    const document = this.documents.find((one) => one.uuid === command.id || one.externalId === command.id);
    if (document?.status !== 'wait') return undefined;
    this.end(document, command.end === 'fail' ? 'fail' : 'done', planIn(command).failure);
    return this.shown(document);
  }

  private accepted({ uuid: id }: Document): FakeAnswer {
    return { status: 200, body: { uuid: id, status: 'wait', error: null, timestamp: this.time() } };
  }

  private shown(document: Document): Fields {
    const { status, failure, externalId } = document;
    return {
      uuid: document.uuid,
      status,
      timestamp: this.time(),
      external_id: externalId,
      group_code: this.options.group,
      daemon_code: 'prod-agent-1',
      device_code: 'KSR13.00-1-11',
      error: failure && { error_id: document.uuid, ...failure },
      payload: status === 'done' ? this.payload(document) : null,
      warnings: null,
    };
  }

  private payload({ content, number, registered, plan }: Document): Fields {
    const marked = Array.isArray(content.items)
      ? content.items.flatMap((item, position) => {
          const { mark_code } = readFields(item);
          return mark_code === undefined ? [] : [{ position: position + 1, mark_code, result: plan.mark }];
        })
      : [];
    return {
      total: content.total,
      fns_site: 'www.nalog.gov.ru',
      fn_number: '9999078902003110',
      shift_number: 1 + Math.floor(number / 100),
      receipt_datetime: timeText(registered),
      fiscal_receipt_number: number,
      fiscal_document_number: 1000 + number,
      ecr_registration_number: '0000000001054321',
      fiscal_document_attribute: 2_000_000_000 + number,
      ofd_receipt_url: `${this.world.base}/receipts/${number}`,
      ...(marked.length > 0 && { marks_result: marked }),
    };
  }

  private time = () => timeText(this.world.clock.now());

  private failed(status: number, code: number, text = 'Error', more: Fields = {}): FakeAnswer {
    const error = { error_id: `e-${code}`, code, text, type: 'system' };
    return { status, body: { ...more, error, timestamp: this.time() } };
  }
}

function planIn({ end, code, type, text, waits, unseen, callback, mark }: Fields): Plan {
  return {
    end: end === 'fail' ? 'fail' : 'done',
    failure: {
      code: typeof code === 'number' ? code : usual.failure.code,
      type: typeof type === 'string' ? type : usual.failure.type,
      text: typeof text === 'string' ? text : usual.failure.text,
    },
    waits: typeof waits === 'number' ? waits : 0,
    unseen: typeof unseen === 'number' ? unseen : 0,
    callback: callback === 'none' || callback === 'twice' ? callback : 'send',
    mark: typeof mark === 'number' ? mark : usual.mark,
  };
}
