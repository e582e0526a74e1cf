import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { emailHtml } from '@/server/integrations/mail/html';
import { type Outgoing, openMail } from '@/server/integrations/mail/mail';
import { setUpSmtp } from '../../support/smtp';

/** E-mails over SMTP, against a local server. */
const smtp = setUpSmtp();
const from = 'Гостиный двор <no-reply@shop.test>';
const open = (timeoutMs?: number) => openMail({ url: smtp.url, from }, timeoutMs);
const letter = (more: Partial<Outgoing> = {}): Outgoing => ({
  key: 'outbox.7.1773133200000',
  to: 'person@test.ru',
  subject: 'Заказ №5 принят: чай «Дымка» и ещё двадцать две позиции на складе в Калининграде',
  body: 'Здравствуйте, Ия & <b>!\n\nПодробности: https://shop.test/admin/orders/5?a=1&b=2.',
  unsubscribe: undefined,
  ...more,
});

/** A decoded part of the e-mail. */
function partOf(text: string, type: string): string {
  const part = text.split(/\n--[^\n]+\n/).find((one) => one.includes(`Content-Type: ${type}`)) ?? '';
  const [head = '', ...body] = part.split('\n\n');
  const content = body.join('\n\n');
  if (/base64/i.test(head)) return Buffer.from(content, 'base64').toString();
  const bytes = content
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_sign, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

describe('an e-mail', () => {
  it('has text and HTML parts, a Russian subject and a unique id', async () => {
    await open()(letter());

    const [sent] = smtp.letters;
    expect(smtp.logins).toEqual(['\0robot\0top-secret']);
    expect([sent?.from, sent?.to]).toEqual([
      expect.stringContaining('no-reply@shop.test'),
      ['person@test.ru'],
    ]);
    const head = sent?.text.split('\n\n')[0]?.replace(/\n\s+/g, ' ') ?? '';
    expect(head).toContain('Message-ID: <outbox.7.1773133200000@shop.test>');
    expect(head).toContain('Auto-Submitted: auto-generated');
    expect(head).not.toContain('List-Unsubscribe');
    const words = head.match(/^Subject: (.*)$/m)?.[1]?.match(/=\?UTF-8\?[BQ]\?[^?]*\?=/gi) ?? [];
    expect(words.length).toBeGreaterThan(1);
    expect(words.map(decoded).join('')).toBe(letter().subject);
    expect(partOf(sent?.text ?? '', 'text/plain').trim()).toBe(letter().body);
    const html = partOf(sent?.text ?? '', 'text/html');
    expect(html).toContain('Ия &amp; &lt;b&gt;!</p>');
    expect(html).toContain(
      '<a href="https://shop.test/admin/orders/5?a=1&amp;b=2">https://shop.test/admin/orders/5?a=1&amp;b=2</a>.',
    );
  });

  it('has an unsubscribe link when it is a digest', async () => {
    await open()(letter({ unsubscribe: 'https://shop.test/admin/profile-update' }));

    expect(smtp.letters[0]?.text).toContain('List-Unsubscribe: <https://shop.test/admin/profile-update>');
  });

  it('goes to one address, whatever its format', async () => {
    const odd = ['a@test.ru, b@test.ru', 'a@test.ru\r\nBcc: b@test.ru', '<a@test.ru> b@test.ru'];
    for (const to of odd) await open()(letter({ to })).catch(() => {});
    await open()(letter({ subject: 'Тема\r\nBcc: b@test.ru' }));

    expect(smtp.letters.flatMap((sent) => sent.to).filter((to) => to === 'b@test.ru')).toEqual([]);
    expect(smtp.letters.every((sent) => sent.to.length === 1)).toBe(true);
    expect(smtp.letters.some((sent) => /^bcc:/im.test(sent.text))).toBe(false);
  });

  it.each([
    [{ RCPT: '550 5.1.1 no such user' }, { isFinal: true, failure: undefined }],
    [{ RCPT: '451 4.7.1 grey list' }, { isFinal: false, failure: undefined }],
    [{ MAIL: '552 too much' }, { isFinal: true, failure: undefined }],
    [{ END: '554 spam' }, { isFinal: true, failure: undefined }],
    [{ END: '452 no room' }, { isFinal: false, failure: undefined }],
    [{ AUTH: '535 who are you' }, { isFinal: false, failure: 'refused 535' }],
  ])('is not accepted after %o', async (refuse, expected) => {
    smtp.refuse = refuse as Record<string, string>;

    const refused = await open()(letter()).catch((error: unknown) => error);

    expect(refused).toMatchObject(expected);
    expect(String(refused)).toContain(Object.values(refuse)[0]);
    expect(String(refused)).not.toContain('top-secret');
  });

  it('has a time limit when a server is silent or missing', async () => {
    smtp.isSilent = true;
    const began = Date.now();
    await expect(open(100)(letter())).rejects.toMatchObject({ isFinal: false, failure: 'timeout' });
    expect(Date.now() - began).toBeLessThan(5000);

    const gone = createServer();
    await new Promise<void>((done) => gone.listen(0, '127.0.0.1', done));
    const { port } = gone.address() as AddressInfo;
    await new Promise((done) => gone.close(done));
    const unreachable = openMail({ url: `smtp://127.0.0.1:${port}`, from });
    await expect(unreachable(letter())).rejects.toMatchObject({ isFinal: false, failure: 'unreachable' });
  });

  it('handles malformed replies', async () => {
    smtp.refuse = { EHLO: '<html>', HELO: '<html>' };

    await expect(open(500)(letter())).rejects.toMatchObject({ isFinal: false });
  });
});

function decoded(word: string): string {
  const [, kind = '', text = ''] = /=\?UTF-8\?([BQ])\?([^?]*)\?=/i.exec(word) ?? [];
  if (kind.toUpperCase() === 'B') return Buffer.from(text, 'base64').toString();
  const bytes = text
    .replace(/_/g, ' ')
    .replace(/=([0-9A-F]{2})/gi, (_sign, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

describe('the HTML of an e-mail', () => {
  it('contains the text and nothing executable', () => {
    const html = emailHtml(
      '<script>alert(1)</script>\nдва\n\nhttps://a.ru/"onclick=alert(1) (https://b.ru/x).',
    );

    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;/script&gt;<br>два</p>');
    expect(html).toContain('<a href="https://a.ru/">https://a.ru/</a>&quot;onclick');
    expect(html).toContain('(<a href="https://b.ru/x">https://b.ru/x</a>).');
    expect(emailHtml('javascript:alert(1)')).not.toContain('<a');
  });
});
