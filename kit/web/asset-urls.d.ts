// Modules that the bundler makes: style sheets of build plugins and addresses of files.
declare module 'virtual:pretendard.css';
declare module '*.svg?url' {
  const address: string;
  export { address as default };
}
