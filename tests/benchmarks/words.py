"""The words that the benchmark's entries are made of: tuples of names and phrases, Latin and CJK."""

from __future__ import annotations


def each(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.strip().splitlines())


# The most used tags: scripts and symbols that addresses find hard stand among the busiest pages.
FIRST_TAGS = (
    "Distributed Training",
    "大模型",
    "C++",
    "AI/ML",
    "推理优化",
    "LLM",
    "C#",
    "强化学习",
    "MoE",
    ".NET",
    "R&D",
    "自动驾驶",
    "C",
    "データセット",
    "AI",
    "검색",
    "ML",
    "node.js",
    "检索增强",
    "GPT-4",
)
# Their names in the other language, for tags.yml.
NAMES = {
    "Distributed Training": "分布式训练",
    "大模型": "Large Models",
    "推理优化": "Inference Optimization",
    "强化学习": "Reinforcement Learning",
}

FIRST_HALVES = each("""
    Sparse Dense Causal Masked Linear Gated Rotary Flash Paged Ragged Quantized Pruned Distilled Elastic Federated Asynchronous Pipeline
    Tensor Sequence Context Expert Speculative Streaming Hybrid Recurrent Graph Symbolic Neural Bayesian Contrastive Generative Diffusion
    Multimodal Visual Spoken Tabular Temporal Spatial Hierarchical Modular Compositional Robust Private Secure Verifiable Fair Efficient
    Scalable Adaptive Online Offline Continual Lifelong Curriculum Active Weak Synthetic Retrieval Ranking Session Graphical Kernel
    Compiler Memory Network Storage Cluster Edge Mobile Cloud Quantum Optical Analog Sharded Replicated Fused Blocked Tiled
    Vectorized Cached Layered Residual Orthogonal Spectral Stochastic Variational Adversarial Latent Discrete Continuous
    Long-Context Low-Rank Zero-Shot Few-Shot Open-Source Mixed-Precision
""")
SECOND_HALVES = each("""
    Attention Transformers Optimizers Gradients Checkpoints Schedulers Kernels Routers Tokenizers Embeddings Encoders Decoders Samplers
    Rewards Policies Agents Planners Simulators Benchmarks Datasets Corpora Annotations Queries Indexes Caches Buffers Collectives
    Communication Parallelism Training Inference Serving Deployment Monitoring Evaluation Alignment Reasoning Search Recommendation
    Advertising Summarization Translation Recognition Segmentation Detection Tracking Forecasting Clustering Compression Quantization
    Distillation Pruning Merging Editing Unlearning Watermarks Safety Interpretability Calibration Uncertainty Scaling Pretraining
    Finetuning Prompting Memory Tools Workflows Compilers Runtimes Accelerators Interconnects Storage Pipelines Streams Graphs Trees
    Sequences Images Videos Audio Speech Robots Molecules Proteins Weather Code Proofs Tables Documents Dialogues Games
    Markets Sensors
""")
CJK_FIRST = each("""
    稀疏 稠密 因果 掩码 线性 门控 旋转 分页 量化 剪枝 蒸馏 弹性 联邦 异步 流水线 张量 序列 上下文 专家 投机 流式 混合 循环 图 符号 神经 贝叶斯 对比
    生成式 扩散 多模态 视觉 语音 表格 时序 空间 层次 模块化 组合 鲁棒 隐私 安全 可验证 公平 高效 可扩展 自适应 在线 离线 持续 终身 课程 主动 弱监督
    合成 检索 排序 会话 核函数 编译 内存 网络 存储 集群 边缘 移动 云端 量子 光学 分片 融合 分块
""")
CJK_SECOND = each("""
    注意力 优化器 梯度 检查点 调度 算子 路由 分词 嵌入 编码器 解码器 采样 奖励 策略 智能体 规划 仿真 评测 数据集 语料 标注 查询 索引 缓存 通信 并行
    训练 推理 服务 部署 监控 评估 对齐 搜索 推荐 广告 摘要 翻译 识别 分割 检测 跟踪 预测 聚类 压缩 微调 提示 记忆 工具 工作流 编译器 运行时 加速器 互联
    流程 文档 对话
""")

PLACES = each("""
    Aldermoor Birchwater Carrick Dunhallow Eastmere Fennimore Glenrock Harrowgate Ivybridge Juniper Kestrel Larkfield Marlow Northgate
    Oakhaven Pinecrest Quarry Ravensworth Silverton Thornbury Upland Valemont Westbrook Yarrow Zephyr 临江 南山 北原 西陵 东湖
""")
HOUSES = ("University", "Institute of Technology", "Research", "Laboratory", "Systems, Inc.", "大学", "研究院")
GIVEN = each("Ada Bo Chen Dara Elif Farid Grace Hana Ines Jun Kofi Lena María Noor Olu Petra Qing Ravi Sofía Tao Uma Viktor Wen Yara Zoë")
FAMILY = each("Abel Brandt Castro Dufour Eriksen Flores Garcés Huang Ito Jansen Kim Li Müller Novák Okafor Pan Rossi Sato Tran Wang Zhang")
SOURCES = (
    "HF Daily",
    "cs.IR",
    "cs.CL",
    "arXiv cs.LG",
    "arXiv: DeepSeek",
    "cs.DC",
    "Hacker News",
    "机器之心",
    "OpenReview",
    "GitHub Trending",
)
KINDS = {"blog": ("博客", "Blogs"), "news": ("资讯", "News"), "tweet": ("推文", "Tweets"), "paper": ("论文", "Papers")}
CATEGORIES = {
    "model": ("模型", "Models"),
    "product": ("产品", "Products"),
    "industry": ("行业", "Industry"),
    "research": ("论文", "Research"),
    "technique": ("技巧", "Techniques"),
}

# Sentences are phrases joined by commas; some carry the Markdown that editors use.
PHRASES = lines("""
    在长序列训练中用边界向量替代显式掩码
    kernel 跳过**全掩码**的 tile
    显存与计算量随之下降
    跨卡通信只剩一次 `all-gather`
    负载不均由两级重排缓解
    checkpoint 与发布移出 GPU 关键路径
    把初始化阶段改为并行
    编译产物可以跨任务复用
    小模型上即可复现主要结论
    用 BF16 的 radix selection 求全局分位数
    把局部误差直接注入 router 的梯度
    同步与异步两种模式共用一套接口
    工程上建议先测再改
    适合多机多卡的推荐模型训练
    与 FSDP 和 *pipeline parallel* 可以叠加
    在 128 张卡上取得 1.7 倍加速
    延迟的中位数下降约四成
    对冷启动与恢复同样有效
    代码与配置均已公开
    数据管线的瓶颈来自小文件读取
    建议为每个阶段设置告警
    消融实验说明收益主要来自调度
    与 ZeRO-3 相比节省约三成带宽
    在线服务无需改动
    对稀疏专家模型尤其明显
    用 `mark_dynamic` 固定变化的维度
    结果对学习率不敏感
    评测覆盖检索、排序与生成三类任务
    附录给出了完整的推导
    失败案例集中在极短的序列
""")
TITLE_STARTS = (
    "Towards",
    "Rethinking",
    "Scaling",
    "Understanding",
    "Accelerating",
    "A Survey of",
    "Breaking",
    "Measuring",
    "Learning",
    "Simplifying",
)
TITLE_ENDS = (
    "for Large-Scale Recommendation",
    "under Memory Limits",
    "on Commodity Clusters",
    "with Bounded Staleness",
    "at Trillion Parameters",
    "without Global Synchronization",
    "in Production",
    "beyond the Attention Window",
)
