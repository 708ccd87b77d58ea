"""What questions look like in each language: one table a language, from the most telling kind to the least."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

Kind = Literal["definition", "comparison", "why", "when", "price", "how_many", "who", "where", "name", "how", "yes_no", "other"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# The first kind with a pattern found in the question (lower case, one space between words, end mark removed) is the question's kind.
# `(?P<subject>…)` is what a definition is asked of.
KINDS: Final[Mapping[str, Mapping[Kind, tuple[str, ...]]]] = {
    "ru": {
        "comparison": (
            r"\bчем\b.+\bотлича\w+",
            r"\bв ч[её]м (?:раз\w+|отлич\w+)",
            r"\bразниц\w+ межд|\bотличи[еяй]\b|\bсравн\w+",
            r"\bлучше .+ или ",
        ),
        "why": (r"\b(?:почему|зачем|отчего|для чего)\b", r"\bпо какой причине\b|\bиз-за чего\b"),
        "when": (
            r"^(?:\w+ ){0,2}когда\b(?!.*,\s*(?:как|что|кто|где|сколько|почему|зачем))|\bкакого числа\b",
            r"\bв как(?:ом|ой|ие|их) (?:год\w*|месяц\w*|век\w*|день|дни)\b|\bкакой год\b|\bдата (?:выхода|выпуска|релиза)\b",
        ),
        "price": (r"^цен[аы]\b|\bпоч[её]м\b|^(?:\S+ ){1,3}(?:цена|стоимость)$",),
        "how_many": (
            r"^(?!(?:а )?как \w+ть(?:ся)?\b)(?:.*\b)?(?:скольк\w+|насколько)\b|\bкак (?:долго|часто|далеко|много|быстро)\b",
            r"\bкак(?:ая|ова|ой|ов|ое|ово|ую) (?:\w+ ){0,2}(?:доля|процент|скорость|длина|площадь|высота|способность|цена)\b",
            r"\bкак(?:ая|ова|ой|ов|ое|ово|ую) (?:\w+ ){0,2}(?:стоимость|частота|население|задержка|[её]мкость|объ[её]м)\b",
            r"\bкак(?:ая|ова|ой|ов|ое|ово|ую) (?:\w+ ){0,2}(?:мощность|размер|количество|число|\w*потребление)\b",
            r"\bкак(?:ая|ова|ой|ую) (?:\w+ ){0,2}(?:пропускная способность|полоса|температур[аеу])\b",
            r"\bкак(?:ой|ая|ого|ом|ую) (?:\w+ ){0,2}(?:порту?|верси[яию]|размера?|значение|предел)\b|^последняя верси",
        ),
        "who": (r"\b(?:кто|кого|кому|кем|ком|чей|чья|чь[её]|чьи|чьим|чьей)\b",),
        "where": (r"\b(?:где|куда|откуда)\b", r"\bв как(?:ом|ой) (?:городе|стране|месте|штате|регионе)\b"),
        "definition": (
            r"^(?:а )?что (?:это )?(?:такое|значит|означает|за) (?P<subject>.+)",
            r"^(?:дай(?:те)? )?определение (?P<subject>.+)",
            r"^(?:расскажи|объясни)(?:те)?,? (?:что такое|про|об?) (?P<subject>.+)",
            r"^что представля\w+ собой (?P<subject>.+)",
            r"^что делает (?P<subject>.+)",
            r"^(?P<subject>.+?)\s?[—–-]\s?(?:это )?что (?:это|такое)(?: такое)?$",
        ),
        "name": (r"\bкак (?:называ\w+|зовут|звали|именуе\w+)\b", r"\bкак\w+ (?:имя|название)\b"),
        "how": (r"^(?:а )?(?:как|какие шаги)\b|\bкаким образом\b", r"\bкак (?:устро\w+|работа\w+|настро\w+|включ\w+|провер\w+|сдела\w+)"),
        "yes_no": (r"\b[\w-]+ ли\b|^(?:правда|верно),? что\b|^(?:можно|нужно|стоит)\b",),
    },
    "en": {
        "comparison": (
            r"\bdifferences? between\b|\bdiffers?\b|\bdifferent from\b",
            r"\bcompared? (?:to|with)\b|\bcompare\b|\bversus\b|\bvs\b|\brather than\b",
            r"\bbetter\b.+\bor\b",
        ),
        "why": (r"\bwhy\b|\bhow come\b", r"\bwhat (?:is|was|are|were) the reasons?\b|\bfor what reasons?\b"),
        "when": (
            r"^(?:\w+ )?when\b(?!.*,\s*(?:what|who|how|which|where|why)\b)",
            r"\b(?:what|which) (?:year|month|date|day|century|decade|time)\b|\b(?:release|launch) date\b",
        ),
        "price": (
            r"^(?:the )?(?:\w+ )?prices? (?:of|for)\b|^(?:[\w.-]+ ){1,3}price$",
            r"\bhow (?:expensive|cheap)\b|\bwhat (?:do|does|did|would|will) .+ costs?\b",
        ),
        "how_many": (
            r"^(?!how (?:do|can|to|should)\b)(?:.*\b)?"
            r"how (?:many|much|long|far|large|big|fast|old|often|tall|high|deep|wide|heavy|hot|strong)\b",
            r"\bwhat (?:percent\w*|number|amount|proportion|fraction)\b",
            r"\bwhat (?:is|was|are|were) the (?:\w+ ){0,2}(?:number|percentage|amount|size|speed|length|height|area|population)\b",
            r"\bwhat (?:is|was|are|were) the (?:\w+ ){0,2}(?:cost|price|bandwidth|throughput|latency|capacity|rate|ratio|score)\b",
            r"\bwhat (?:is|was|are|were) the (?:\w+ ){0,2}(?:temperature|power (?:draw|consumption|limit))\b",
            r"\b(?:what|which) (?:\w+ ){0,2}(?:value|port|version|release)\b|\b(?:latest|newest) (?:\w+ ){0,2}(?:version|release)\b",
        ),
        "who": (r"\b(?:who|whom|whose)\b",),
        "where": (r"\bwhere\b", r"\b(?:what|which) (?:city|country|state|place|region|location|continent)\b"),
        "definition": (
            r"^(?:(?:so|and|ok|please),? )?what(?: is|['’]s| are)(?: meant by)? (?:(?:a|an|the) )?(?P<subject>.+)",
            r"^(?:please,? )?(?:define|explain(?: what(?: is| are)?)?|definition of) (?:(?:a|an|the) )?(?P<subject>.+)",
            r"^tell me (?:about|what(?: is| are)?) (?:(?:a|an|the) )?(?P<subject>.+)",
            r"^what (?:does|do) (?P<subject>.+?) (?:mean|stand for|do)$",
        ),
        "name": (r"\bwhat (?:is|was|are|were) the names?\b|\bwhat .* (?:called|named)\b",),
        "how": (r"^(?:and |so )?how\b|\bsteps? to\b|\bin what way\b", r"\bhow (?:do|does|to|can|should|is|are|did)\b"),
        "yes_no": (r"^(?:is|are|was|were|does|do|did|can|could|should|would|will|has|have|had|may|must)\b",),
    },
    "pl": {
        "comparison": (r"\bróżni\w*|\brozni\w*|\bporówna\w+|\bporowna\w+", r"\blepsz\w+ .+ czy\b|\bw odróżnieniu od\b"),
        "why": (r"\b(?:dlaczego|czemu|po co)\b|\bz jakiego powodu\b",),
        "when": (
            r"^(?:\w+ ){0,2}kiedy\b(?!.*,\s*(?:co|kto|jak|ile|gdzie|dlaczego)\b)",
            r"\bw (?:którym|ktorym|jakim) (?:roku|wieku|miesiącu)\b|\bktórego dnia\b|\bjaka data\b|\bdata (?:wydania|premiery)\b",
        ),
        "price": (r"^cen[ay]\b|\bpo ile\b|^(?:\S+ ){1,3}cena$",),
        "how_many": (
            r"^(?!(?:a )?jak \w+ć\b)(?:.*\b)?(?:ile|ilu|iloma)\b",
            r"\bjak (?:dużo|duzo|długo|dlugo|często|czesto|szybko|daleko|wysoki|duży|duża|duże|stary)\b",
            r"\bjaka (?:\w+ ){0,2}(?:liczba|prędkość|przepustowość|pojemność|długość|wielkość|cena|wersja|wartość|szybkość|temperatura)\b",
            r"\bjaki (?:\w+ ){0,2}pobór\b",
            r"\b(?:jaki|którego|którym|jakim) (?:\w+ ){0,3}(?:rozmiar|rozmiaru|port|porcie|limit)\b",
            r"\b(?:której|która|jakiej) (?:\w+ )?wersj[aię]\b|^najnowsza wersja",
        ),
        "who": (r"\b(?:kto|kogo|komu|kim|czyj|czyja|czyje|czyich)\b",),
        "where": (r"\b(?:gdzie|dokąd|dokad|skąd|skad)\b|\bw (?:jakim|którym|ktorym) (?:mieście|kraju|miejscu)\b",),
        "definition": (
            r"^(?:a )?(?:co to(?: jest| są| sa| za)?|czym (?:jest|są|sa)|co oznacza|co znaczy|co robi) (?P<subject>.+)",
            r"^(?:zdefiniuj|podaj definicję|wyjaśnij,? (?:co to(?: jest)?|czym jest)|opowiedz o) (?P<subject>.+)",
        ),
        "name": (r"\bjak (?:nazywa\w*|nazwano|brzmi nazwa|ma na imię)|\bjaka jest nazwa\b",),
        "how": (r"^(?:a )?jak\b|\bw jaki (?:sposób|sposob)\b", r"\bjak (?:działa|dziala|zrobić|skonfigurować|włączyć|sprawdzić)\b"),
        "yes_no": (r"^(?:a )?czy\b",),
    },
    "zh": {
        "comparison": (r"区别|差别|差异|(?:有|何|哪些)不同|不同(?:点|之处|在)|比较|对比|相比|有何异同|还是.+[好快]",),
        "why": (r"(?<![称成作])为什么|为何|为啥|什么原因|原因是什么|怎么(?:还|会|这么|老是|总)",),
        "when": (
            r"何时|什么时[候间期]|哪一?年|哪些年|哪个?[月天日]|哪一天|哪个?(?:世纪|时期)|几[月号]|什么日期|哪[个一]?年代|几几年|(?:发布|上市)时间",
        ),
        "price": (r"^(?:(?!多久|怎么|如何|哪|什么|谁|为|是否).)+(?:价格|售价|价钱|租金)(?:呢|如何|怎么样)?$",),
        "how_many": (
            r"^(?!.*(?:怎么|如何|怎样)(?:估|计)?算)(?:.*)多少|几[个名次位年天人条种层台张块倍分]|多[大长高快远久重宽深]|百分之几|第几|(?:哪个|什么)(?:端口|版本|数值)|最新版本",
        ),
        "who": (r"谁|哪位|何人|什么人",),
        "where": (r"哪里|哪儿|何处|在哪$|什么地方|哪[个一]?(?:城市|国家|地区|地方|州|省)|位于(?:何|哪)",),
        "name": (r"叫什么|什么名字|名称是什么|名字是什么|称为什么|称作什么|被称为",),
        "definition": (
            r"^(?:请问|请解释|解释一?下?|介绍一?下?)?(?:什么是|什么叫|何谓|何为)(?P<subject>.+)",
            r"^(?:请问)?(?P<subject>.{1,24}?)(?:是什么(?:意思|东西)?|指的?是什么|什么意思|是(?:做|干)什么的)$",
            r"^(?:定义|解释|请解释|介绍一?下?)(?P<subject>.+)",
        ),
        "how": (r"如何|怎么|怎样|步骤|什么方法|什么方式",),
        "yes_no": (r"吗$|是否|能不能|是不是|可不可以|会不会|有没有|能否|可否",),
    },
}

# A question for the best of its kind, which a sentence about something known best does not answer.
BEST: Final[Mapping[str, str]] = {
    "ru": r"\bкак\w+ (?:\w+ ){0,3}(?:сам\w+ )?лучш\w+\b",
    "en": r"\b(?:which|what) (?:\w+ ){0,3}(?:is|are) (?:the )?(?:best|better)\b",
    "pl": r"\b(?:jak[ai]\w*|któr\w+) (?:\w+ ){0,3}(?:naj)?leps\w+\b",
    "zh": r"(?:哪个|哪种|什么).{0,6}最(?:好|适合)",
}

# "When" with one of these asks for a condition, and not for a date: "when does it pay off".
CONDITION: Final[Mapping[str, str]] = {
    "ru": r"^(?!.*\b(?:\w+л(?:[аои]|с[ья])?(?:сь|ся)?(?<!модели)|будет|выйд\w+|появ[ия]т\w*|начн\w+|откро\w+|запуст\w+)\b).*\bкогда\b",
    "en": r"\bwhen (?:do|does|is|are|can|should|would|to)\b(?!.*\b(?:next|released?|published|born|founded|out)\b)",
    "pl": r"^(?!.*\b(?:\w+(?:ł|ł[aoy]|li)|będzie|wyjdzie|ukaż\w+|pojawi)\b).*\bkiedy\b",
    "zh": r"^(?!.*(?:了|发布|推出|成立|上市|出生|发生|出现|开始|结束)).*(?:何时|什么时候).*(?:会|能|该|要|才|适合|值得|有用|不)",
}

# With one of these in its subject, "what is X" asks for something about a thing and not for the thing.
NOT_A_NAME: Final[Mapping[str, str]] = {
    "ru": r"\b(?:котор\w+|если|нужно|надо|делать|произошло|случилось|общего|входит)\b",
    "en": r"\b(?:of|for|in|on|at|by|with|from|that|which|who|used|called|named|when|if|between|to|was|were|did|does|do|most|best|first|"
    r"last|largest|maximum|minimum|main|other|one|two|three|his|her|its|their|my|your)\b|['’]s\b",
    "pl": r"\b(?:któr\w+|jeśli|zrobić|trzeba|stało|wspólnego)\b",
    "zh": r"的|哪|谁|几|如果|最",
}

# Questions that a list answers.
WANTS_LIST: Final[Mapping[str, str]] = {
    "ru": r"^(?:а )?(?:какие|из чего|что входит)\b|\bперечисли\w*|\bназови\w*|\bшаги\b",
    "en": r"\b(?:what|which) (?:are the|kinds|types|steps|stages|options|ways|parts)\b|\blist\b|\bname (?:the|all)\b|\bsteps\b",
    "pl": r"^(?:a )?(?:jakie|z czego)\b|\bwymień\b|\bpodaj\b|\bkroki\b",
    "zh": r"哪些|列出|列举|哪几|步骤|包括什么",
}

# "How does it work" asks to explain, not for steps.
WORKS: Final[Mapping[str, str]] = {
    "ru": r"\bкак (?:\w+ ){0,3}(?:работа\w+|устро\w+|действу\w+|влия\w+|связан\w*|меня\w+)",
    "en": r"\bhow (?:does|do|is|are|did|was|were)\b.*\b(?:works?|built|made|affects?|changes?|relates?|related|differs?|influences?)\b",
    "pl": r"\bjak (?:\w+ ){0,3}(?:działa\w*|dziala\w*|wpływa\w*|zbudowan\w*|zmienia\w*)",
    "zh": r"(?:如何|怎么|怎样)(?:工作|运作|运行|影响|实现的|变化|产生|形成|提高|判断)|工作原理|原理是",
}

# With nothing but these beside its question words, a question does not say what it is about.
VAGUE: Final = _words(
    "better best worse worst good bad fast faster slow slower quick cheap cheaper expensive easy easier hard difficult important "
    "useful safe reliable possible necessary needed worth enough true right wrong ready new old big small large help test thanks "
    "please ok okay yes thing things stuff лучше лучший лучшая хуже хороший хорошая хорошее хорошо плохой плохо быстро быстрее "
    "быстрый медленно медленный дорого дороже дешево дёшево дешевле просто сложно важно полезно безопасно надёжно надежно возможно "
    "правда верно готово помоги помогите спасибо тест это этот эта jest są lepszy lepsza lepsze lepiej najlepszy gorszy gorzej "
    "dobry dobra dobre dobrze zły zła złe szybki szybkie szybko wolny wolno drogi drogie drogo tani tanie tanio łatwe łatwo trudne "
    "trudno ważne przydatne bezpieczne możliwe prawda gotowe pomoc dzięki "
    "更好 最好 好 更 快 慢 贵 便宜 容易 难 重要 有用 安全 可靠 可能 对 真 很 太 吗 够 帮助 测试 谢谢"
)

# Questions about this moment: no note knows the hour, the date or the weather.
NOW: Final[Mapping[str, str]] = {
    "ru": r"^(?:который (?:сейчас |теперь )?час|сколько (?:сейчас )?времени|как(?:ое|ой) сегодня (?:число|день)(?: недели)?)$"
    r"|^(?=.*\bпогод[ауы]\b)(?=.*\b(?:сейчас|сегодня|завтра)\b)",
    "en": r"^what(?: is|['’]s)?(?: the)? time(?: is it)?(?: now)?$|^what(?: is|['’]s)?(?: the)? (?:date|day)(?: is it)?(?: today)?$"
    r"|^(?=.*\bweather\b)(?=.*\b(?:now|today|tomorrow)\b)",
    "pl": r"^(?:która (?:jest )?(?:teraz )?godzina|(?:który|jaki) (?:jest )?dzi(?:ś|siaj)(?: jest)?(?: dzień)?)$"
    r"|^(?=.*\bpogod[aęy]\b)(?=.*\b(?:teraz|dziś|dzisiaj|jutro)\b)",
    "zh": r"^(?:现在)?几点(?:了|钟)?$|^今天(?:是)?(?:几号|星期几|周几)$|^(?=.*天气)(?=.*(?:现在|今天|明天))",
}

# What is counted: the noun behind "how many", which in Russian and Polish its ending tells from a verb.
COUNTED: Final[Mapping[str, str]] = {
    "ru": r"\bсколько (?!времени|денег)(?P<thing>\w+(?:ов|ев|ей|ек|ок|ти|ий|ер|рт|а|ы|и))\b",
    "en": r"\bhow (?:many|much(?! (?:time|money|more|less|\w+er)\b)) (?P<thing>(?:[\w-]+ ){0,2}[\w-]+?) "
    r"(?:does|do|did|is|are|was|were|can|could|has|have|will|would)\b",
    "pl": r"\bile (?!razy|waży|mierzy|liczy)(?P<thing>\w+(?:ów|ci|ek|eni|er|art|i|y|u))\b",
}
