// What is wrong with a host that does not lead here, and what to do about it.
import type { HostFault } from '@maru/kit/server/host-proof.ts';

interface Words {
  ko: string;
  en: string;
}

const words: Readonly<Record<HostFault['code'], (detail: string) => Words>> = {
  NAME: (detail) => ({
    ko: `이름을 찾을 수 없어요(${detail || 'DNS'}). DNS에 이 서버의 주소를 넣어 주세요.`,
    en: `the name is not found (${detail || 'DNS'}): put this server’s address into DNS.`,
  }),
  INSIDE: (detail) => ({
    ko: `안쪽 주소 ${detail}로 이어져 밖에서는 올 수 없어요. 공개 주소로 바꾸거나, 자기 프록시라면 MARU_TRUSTED_PROXIES에 적어 주세요.`,
    en: `it leads to ${detail}, an inner address where nobody comes from outside. Use a public one, or name your own proxy in MARU_TRUSTED_PROXIES.`,
  }),
  CONNECT: (detail) => ({
    ko: `${detail}의 443 포트가 받지 않아요. 프록시와 방화벽, 이 서버에서 공개 주소로 나가는 길을 봐 주세요.`,
    en: `${detail} takes no connection at port 443: look at proxy, firewall and the way from this server to its own public address.`,
  }),
  TIMEOUT: (detail) => ({
    ko: `제때 답이 없어요(${detail}). DNS와 방화벽, 이 서버에서 공개 주소로 나가는 길을 봐 주세요.`,
    en: `no answer in time (${detail}): look at DNS, firewall and the way from this server to its own public address.`,
  }),
  CERTIFICATE: (detail) => ({
    ko: `TLS 인증서를 믿을 수 없어요(${detail}). 이 이름으로 된, 기한이 남은 인증서가 필요해요.`,
    en: `its certificate cannot be trusted (${detail}): it must be for this name, in date, and signed by a known authority.`,
  }),
  REDIRECT: (detail) => ({
    ko: `다른 곳(${detail || '?'})으로 보내요. 회원이 쓸 주소가 그쪽이라면 그 주소를 넣어 주세요.`,
    en: `it points elsewhere (${detail || '?'}): if members shall use that one, put it in instead.`,
  }),
  STATUS: (detail) => ({
    ko: `HTTP ${detail}로 답해요. 다른 서버이거나, 프록시가 Host를 그대로 넘기지 않아요.`,
    en: `it answers HTTP ${detail}: another server, or a proxy that does not pass the Host header on.`,
  }),
  OTHER: () => ({
    ko: '다른 서버가 답해요. 프록시가 이 서버로 이어지는지 봐 주세요.',
    en: 'another server answers: see that the proxy leads here.',
  }),
};

export const hostFaultWords = ({ code, detail }: HostFault): Words => words[code](detail);
