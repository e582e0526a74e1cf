import type { Attachment } from '@/contract/core/define';
import { panelAccept } from '@/contract/core/panel-client';
import type { VendorFile } from '@/contract/shops/vendor-file';
import { type ApiSession, callApi } from './browser';
import { baseUrl } from './servers';

/** The smallest file that is a PDF by its content. */
export const samplePdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

/** Sends and accepts all that the demo asks of the vendor before the shop opens. */
export async function completeFile(admin: ApiSession, owner: ApiSession, shopId: number): Promise<void> {
  const path = `shops/${shopId}`;
  const asked = await callApi<VendorFile>(owner, 'GET', `${path}/file`);
  for (const { key, isRequired, hasExpiry } of asked.items) {
    if (!isRequired) continue;
    const file = await upload(owner);
    const body = { item: key, file, expires_on: hasExpiry ? '2099-12-31' : null };
    const { items } = await callApi<VendorFile>(owner, 'POST', `${path}/papers`, body);
    const paper = items.find((item) => item.key === key)?.papers[0];
    if (!paper) throw new Error(`${key} was not sent`);
    const decision = { state: 'accepted', version: paper.version };
    await callApi(admin, 'POST', `${path}/papers/${paper.id}/decide`, decision);
  }
  for (const { register, version } of asked.checks)
    await callApi(admin, 'POST', `${path}/checks/decide`, { register, state: 'accepted', version });
  const { contract } = asked;
  if (contract) await callApi(owner, 'POST', `${path}/contract`, { version: contract.version });
}

async function upload(session: ApiSession): Promise<number> {
  const form = new FormData();
  form.append('attachment[]', new Blob([samplePdf], { type: 'application/pdf' }), 'paper.pdf');
  const answer = await fetch(`${baseUrl('plain')}rest/attachments`, {
    method: 'POST',
    headers: { accept: panelAccept, authorization: `Bearer ${session.token}` },
    body: form,
  });
  if (!answer.ok) throw new Error(`attachments: ${answer.status} ${await answer.text()}`);
  const [file] = [(await answer.json()) as Attachment | Attachment[]].flat();
  if (!file) throw new Error('Nothing was stored');
  return file.id;
}
