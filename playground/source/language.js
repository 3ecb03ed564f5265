// How the editor reads the language: words, numbers, comments. What is a keyword is told by the
// module's own table, so both vocabularies are always complete.

import { StreamLanguage } from "@codemirror/language";

const WORD = /^[\p{L}_][\p{L}\p{N}_]*/u;
const NUMBER = /^(\d+(\.\d+)?([eE][+-]?\d+)?)/;
const OPERATORS_IN_WORDS = new Set(["and", "or", "xor", "not", "mod", "div"]);
const OPERATOR = /^(<=|>=|==|!=|\+=|-=|\*=|[-+*/^=<>≤≥≠⊕@←∞]|\.\.\.?)/;

/** The language with these keywords and functions. */
export function language(keywords, functions) {
  const known = new Set(keywords);
  const builtIn = new Set(functions);
  return StreamLanguage.define({
    name: "pram",
    languageData: {
      commentTokens: { line: "//" },
      closeBrackets: { brackets: ["(", "[", '"'] },
      wordChars: "_",
    },
    startState: () => ({ inComment: false }),
    token(stream, state) {
      if (state.inComment) {
        state.inComment = !stream.skipTo("*/") || !stream.match("*/");
        if (state.inComment) stream.skipToEnd();
        return "comment";
      }
      if (stream.eatSpace()) return null;
      if (stream.match("//")) {
        stream.skipToEnd();
        return "comment";
      }
      if (stream.match("/*")) {
        state.inComment = true;
        return "comment";
      }
      if (stream.match(/^"[^"]*"?/)) return "string";
      if (stream.match(NUMBER)) return "number";
      const word = stream.match(WORD);
      if (word) {
        if (known.has(word[0])) return "keyword";
        if (OPERATORS_IN_WORDS.has(word[0])) return "operatorKeyword";
        if (builtIn.has(word[0])) return "variableName.standard";
        return stream.match(/^\s*\(/, false) ? "variableName.function" : "variableName";
      }
      if (stream.match(OPERATOR)) return "operator";
      stream.next();
      return null;
    },
  });
}
