import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { api } from '@/lib/api/client';

/** The device's proof for the options of an address; undefined when the person closes the device's question. */
export async function provePasskey(path: 'token/passkey/options' | 'me/confirm/passkey') {
  // The library names the values of fields that are any text for the browser's own types.
  const optionsJSON = (await api.post(path)) as PublicKeyCredentialRequestOptionsJSON;
  const { id, response } = (await startAuthentication({ optionsJSON }).catch(unlessClosed)) ?? {};
  if (!id || !response) return undefined;
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, response: { clientDataJSON, authenticatorData, signature } };
}

/** Makes a passkey on the device and stores it; undefined when the person closes the device's question. */
export async function addPasskey({ name, password }: { name: string; password: string }) {
  const optionsJSON = (await api.post('me/passkeys/options', {
    password,
  })) as PublicKeyCredentialCreationOptionsJSON;
  const { id, response } = (await startRegistration({ optionsJSON }).catch(unlessClosed)) ?? {};
  if (!id || !response) return undefined;
  const { clientDataJSON, attestationObject } = response;
  return api.post('me/passkeys', { name, id, response: { clientDataJSON, attestationObject } });
}

/** Browsers say so too when there is no passkey for this site or the time is over. */
function unlessClosed(error: Error): undefined {
  if (error.name !== 'NotAllowedError' && error.name !== 'AbortError') throw error;
}
