// Headers of those who call the operators' desk.

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

let addresses = 0;
/** Every caller its own address, so that nobody waits for another's mistakes. */
export const from = (ip = `10.20.${++addresses >> 8}.${addresses & 255}`) => ({ 'x-forwarded-for': ip });
